import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { button, describeScreens, inTurn, press, type Screen, shows, showsRole } from '#web/testing/describe-screens.ts'
import { guest } from '#web/testing/fake-account.ts'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'
import { livingWorkflows, lookedAt, posterGraph, workflow } from '#web/testing/fake-workflows.ts'

const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
/** Waits until this part of the page has the text. */
const expectIn = (part: Locator, text: string) => expect.poll(() => part.element().textContent).toContain(text)
const dialog = page.getByRole('dialog')
const asGuest = { 'GET /api/auth/get-session': () => Response.json({ session: { id: 's' }, user: guest }) }
const jsonFile = (json: unknown, name = 'Poster.json') =>
  new File([JSON.stringify(json)], name, { type: 'application/json' })

/** A PNG of one text chunk, as far as anything reads it before it is sent. */
function pictureWith(graph: unknown): File {
  const text = new TextEncoder().encode(`prompt\0${JSON.stringify(graph)}`)
  const head = new DataView(new ArrayBuffer(8))
  head.setUint32(0, text.length)
  for (const [place, letter] of [...'tEXt'].entries()) head.setUint8(4 + place, letter.charCodeAt(0))
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return new File([signature, head, text, new Uint8Array(4)], 'Fox_0001.png', { type: 'image/png' })
}

function drop(file: File, on: EventTarget = document.body): void {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  const at = { clientX: innerWidth / 2, clientY: innerHeight / 2 }
  on.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer, ...at }))
}

async function openPage(options: Parameters<typeof livingWorkflows>[0] = {}, path = '/models?tab=machine') {
  const living = livingWorkflows(options)
  const server = await openApp(path, { replies: { workflows: living.workflows } })
  if (path.includes('machine'))
    await expect.element(page.getByRole('heading', { name: 'ComfyUI workflows' })).toBeVisible()
  return { ...living, server }
}
/** Opens the form with a dropped workflow. */
async function openForm(options: Parameters<typeof livingWorkflows>[0] = {}, file = jsonFile(posterGraph)) {
  const opened = await openPage(options)
  drop(file)
  await expect.element(page.getByLabelText('Name', { exact: true })).toBeVisible()
  return opened
}

describe('a workflow that is dropped on the page', () => {
  it('is shown as a form with the slots that were found, and is added to be tested', async () => {
    const { sent, finish } = await openForm()
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Poster')
    await expect.element(page.getByLabelText('Prompt')).toHaveDisplayValue('Wanted · text')
    await expect.element(page.getByLabelText('Seed')).toHaveDisplayValue('KSampler · seed')
    await button('Test and add').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expectIn(row('Poster'), 'Being tested')
    expect(sent).toEqual([
      { call: 'look', input: { graph: posterGraph } },
      {
        call: 'add',
        input: {
          ...{ name: 'Poster', graph: posterGraph, slots: lookedAt().slots, values: [], audience: 'me' },
          asked: ['steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'].map((input) => ({ node: '5', input })),
        },
      },
    ])
    finish(uuid(701), { state: 'works', seconds: 75, workedAt: '2026-11-24T10:00:00.000Z' })
    await expectIn(row('Poster'), 'Works, 1 min 15 s')
    await expectText('Poster works and is in the picker.')
  })

  it('is found in a picture that ComfyUI made', async () => {
    const { sent } = await openForm({}, pictureWith(posterGraph))
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Fox_0001')
    expect(sent).toEqual([{ call: 'look', input: { graph: posterGraph } }])
  })

  it('is taken from every tab of the page', async () => {
    await openPage({}, '/models')
    await expect.element(page.getByRole('tab', { name: 'Providers' })).toBeVisible()
    drop(jsonFile(posterGraph))
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Poster')
  })

  it.each([
    ['of ComfyUI’s own editor', jsonFile({ nodes: [], links: [] }), 'Choose ‘Export (API)’ there'],
    ['that is none', jsonFile([1, 2]), 'This is no workflow of ComfyUI.'],
    ['that is too large', jsonFile({ 1: 'x'.repeat(400_001) }), 'at most 400 kB'],
    ['in a picture without one', pictureWith('a fox'), 'does not say by which workflow'],
  ])('%s is refused with the reason', async (_name, file, reason) => {
    const { sent } = await openPage()
    drop(file)
    await expectText(reason)
    expect(sent).toEqual([])
  })

  it('by a guest, or without ComfyUI, is not read', async () => {
    const { workflows } = livingWorkflows()
    await openApp('/models?tab=machine', { replies: { workflows }, plain: asGuest })
    await expectText('You are a guest. Sign up first to add workflows.')
    await expect.element(button('Add a workflow')).not.toBeInTheDocument()
    const { sent } = await openPage({ isReachable: false })
    await expectText('ComfyUI does not answer.')
    drop(jsonFile(posterGraph))
    await expectText('Poster.json was not added')
    expect(sent).toEqual([])
  })
})

/** An input of the sampler. */
const input = (name: string) => page.getByLabelText(`KSampler · ${name}`, { exact: true })

describe('the form', () => {
  it('corrects a slot, and other inputs, within the limits of their nodes', async () => {
    const { sent } = await openForm()
    await page.getByLabelText('Prompt').selectOptions('Unwanted · text')
    await page.getByText(/^Other inputs \(\d+, 5 for each picture\)$/).click()
    await input('steps').fill('0')
    await expectText('Enter a number from 1 to 10000.')
    await expect.element(button('Test and add')).toBeDisabled()
    await input('steps').fill('8')
    await input('sampler_name').selectOptions('dpmpp_2m')
    await button('Test and add').click()
    await expect
      .poll(() => sent.at(-1))
      .toMatchObject({
        call: 'add',
        input: {
          slots: expect.arrayContaining([{ slot: 'prompt', node: '3', input: 'text' }]),
          values: [
            { node: '5', input: 'steps', value: 8 },
            { node: '5', input: 'sampler_name', value: 'dpmpp_2m' },
          ],
        },
      })
  })

  it('chooses which inputs are asked for with each picture', async () => {
    const { sent } = await openForm()
    await page.getByText(/^Other inputs/).click()
    const each = (input: string) => page.getByLabelText(`Choose ${input} for each picture`)
    for (const input of ['steps', 'cfg', 'scheduler', 'denoise']) await each(`KSampler · ${input}`).click()
    await each('Unwanted · text').click()
    await expect.element(page.getByText(/^Other inputs \(\d+, 2 for each picture\)$/)).toBeVisible()
    await button('Test and add').click()
    await expect
      .poll(() => sent.at(-1)?.input)
      .toMatchObject({
        asked: [
          { node: '3', input: 'text' },
          { node: '5', input: 'sampler_name' },
        ],
      })
  })

  it('needs a place for the prompt or a picture', async () => {
    await openForm()
    await page.getByLabelText('Prompt').selectOptions('Not used')
    await expectText('one of them is needed')
    await expect.element(button('Test and add')).toBeDisabled()
  })

  it('is for everybody where the operator leaves it so, and their own otherwise', async () => {
    const { sent } = await openForm({ canAddForEveryone: true })
    await page.getByRole('switch', { name: 'For everybody on this server' }).click()
    await button('Test and add').click()
    await expect.poll(() => sent.at(-1)).toMatchObject({ call: 'add', input: { audience: 'me' } })
  })

  it('names the nodes that ComfyUI does not have, and adds nothing', async () => {
    const message = "ComfyUI does not have 'Bigger' (SuperUpscale, node 9). Install its extension there."
    await openForm({ looked: lookedAt(posterGraph, { faults: [{ node: '9', message }] }) })
    await expectIn(page.getByRole('alert'), message)
    await expect.element(button('Test and add')).toBeDisabled()
  })

  it('shows at its field what was refused, and keeps what was typed', async () => {
    const { server } = await openForm()
    const message = 'There is a workflow named Poster already. Give it another name.'
    const issues = [{ path: ['name'], message }]
    server.reply({ workflows: { add: () => refuse('invalid', { message, data: { issues } }) } })
    await button('Test and add').click()
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveAccessibleDescription(message)
    server.reply({ workflows: { add: () => lostConnection() } })
    await button('Test and add').click()
    await expectText('The server did not answer.')
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Poster')
  })

  it('says that ComfyUI is away, and tries again', async () => {
    const { server, workflows } = await openPage()
    const message = 'ComfyUI does not answer at the moment. Start it, then try again.'
    server.reply({ workflows: { look: () => refuse('unavailable', { message }) } })
    drop(jsonFile(posterGraph))
    await expectIn(page.getByRole('alert'), message)
    server.reply({ workflows })
    await button('Try again').click()
    await expect.element(page.getByLabelText('Prompt')).toBeVisible()
  })
})

describe('a workflow in the list', () => {
  const failed = workflow({
    state: 'failed',
    workedAt: null,
    seconds: null,
    reason: 'ComfyUI failed at KSampler (node 5): shapes do not fit.',
  })

  it('that failed says at which node, and is tested again', async () => {
    const { sent } = await openPage({ items: [failed] })
    await expectIn(row('Poster'), 'Does not work')
    await expectIn(row('Poster'), 'KSampler (node 5)')
    await button('More about Poster').click()
    await page.getByRole('menuitem', { name: 'Test again' }).click()
    await expectIn(row('Poster'), 'Being tested')
    expect(sent).toEqual([{ call: 'test', input: { id: failed.id } }])
  })

  it('is renamed without a test; a changed value sends that value alone', async () => {
    const { sent } = await openPage({ items: [workflow()] })
    const change = async () => {
      await button('More about Poster').click()
      await page.getByRole('menuitem', { name: 'Change' }).click()
      await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Poster')
    }
    await change()
    await expect.element(button('Save')).toBeVisible()
    await button('Save').click()
    await expect.poll(() => sent).toEqual([{ call: 'change', input: { id: uuid(700), name: 'Poster' } }])
    await expect.element(dialog).not.toBeInTheDocument()
    await change()
    await page.getByText(/^Other inputs/).click()
    await input('cfg').fill('4.5')
    await button('Save and test').click()
    await expect.poll(() => sent.at(-1)?.input).toMatchObject({ values: [{ node: '5', input: 'cfg', value: 4.5 }] })
  })

  it('is removed after a question', async () => {
    const { sent } = await openPage({ items: [workflow()] })
    await button('More about Poster').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expectText('Cards keep their pictures and its name.')
    await button('Remove').click()
    await expect.element(row('Poster')).not.toBeInTheDocument()
    expect(sent).toEqual([{ call: 'remove', input: { id: uuid(700) } }])
  })

  it('of the operator can be used by others, and not changed', async () => {
    await openPage({ items: [workflow({ audience: 'everyone', canChange: false })] })
    await expectIn(row('Poster'), 'For everybody')
    await expect.element(button('More about Poster')).not.toBeInTheDocument()
  })
})

describe('on a canvas', () => {
  const openCanvas = async (options: Parameters<typeof livingWorkflows>[0] = {}) => {
    const { workflows } = livingWorkflows(options)
    const server = await openApp(`/project/${uuid(1)}`, {
      replies: { workflows },
      plain: {
        'POST /api/projects/*/pictures': () => Response.json({ generations: [], refused: [] }, { status: 201 }),
      },
    })
    await expect.poll(() => document.querySelector('.canvas')).not.toBeNull()
    return server
  }
  const onCanvas = (file: File) => drop(file, document.querySelector('.canvas') ?? document.body)

  it('a dropped workflow is offered as a model, and no picture is sent', async () => {
    const { requests } = await openCanvas()
    onCanvas(jsonFile(posterGraph))
    await expectText('Poster is a workflow of ComfyUI')
    await button('Add it').click()
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Poster')
    expect(requests.some(({ path }) => path.endsWith('/pictures'))).toBe(false)
  })

  it('a picture that carries one comes in, and its workflow is offered where ComfyUI answers', async () => {
    const { requests } = await openCanvas()
    onCanvas(pictureWith(posterGraph))
    await button('Make a model of it').click()
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Fox_0001')
    expect(requests.some(({ path }) => path.endsWith('/pictures'))).toBe(true)
  })

  it('it is not offered where ComfyUI does not answer', async () => {
    await openCanvas({ isReachable: false })
    onCanvas(pictureWith(posterGraph))
    await expect.element(button('Rebuild its history')).toBeVisible()
    await expect.element(button('Make a model of it')).not.toBeInTheDocument()
    await expectNoViolationsInBothThemes()
    await button('Rebuild its history').click()
    await expect.element(page.getByRole('dialog').getByText('Seed')).toBeVisible()
    await expectNoViolationsInBothThemes()
  })
})

it('never scrolls sideways on a phone', async () => {
  await page.viewport(390, 844)
  await openForm({ items: [workflow()] })
  await page.getByText(/^Other inputs/).click()
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

const failing = workflow({ id: uuid(702), name: 'Fox', state: 'failed', workedAt: null, reason: 'ComfyUI failed.' })
const testing = workflow({ id: uuid(703), name: 'Sky', state: 'testing', workedAt: null, seconds: null })
const shared = workflow({ id: uuid(704), name: 'House', audience: 'everyone', canChange: false })
const full = { items: [workflow(), failing, testing, shared], canAddForEveryone: true }
const at = (options: Parameters<typeof livingWorkflows>[0]) => ({
  path: '/models?tab=machine',
  replies: { workflows: livingWorkflows(options).workflows },
})
const dropped = () => drop(jsonFile(posterGraph))
const screens: readonly Screen[] = [
  { name: 'the list', ...at(full), open: shows('Does not work') },
  { name: 'none yet', ...at({}), open: shows('Drop a workflow here') },
  { name: 'without ComfyUI', ...at({ isReachable: false }), open: shows('does not answer') },
  {
    name: 'the form',
    ...at(full),
    open: inTurn(shows('Does not work'), dropped, shows('Where the settings'), () =>
      page.getByText(/^Other inputs/).click(),
    ),
  },
  {
    name: 'a removal',
    ...at(full),
    open: inTurn(
      press('More about Poster'),
      () => page.getByRole('menuitem', { name: 'Remove' }).click(),
      showsRole('alertdialog'),
    ),
  },
]
describeScreens('workflows', screens, {})
