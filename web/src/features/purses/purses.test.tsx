import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PurseShape, PurseStepShape } from '#contract/programs/purse.ts'
import { uuid } from '#contract/testing/builders.ts'
import { openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { button, describeScreens, garden, type Screen, shows } from '#web/testing/describe-screens.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { lostConnection, type Replies, refuse } from '#web/testing/fake-server.ts'

const projectId = uuid(1)
const board = `/project/${projectId}?card=${uuid(2)}`
const purseId = uuid(800)
const tokenId = uuid(700)
const secret = `esp_${'a'.repeat(43)}`

const purse = (over: Partial<PurseShape> = {}): PurseShape => ({
  id: purseId,
  projectId,
  name: 'Harvest agent',
  x: 9_400,
  y: 9_880,
  width: 1_920,
  height: 1_190,
  most: 10_000,
  spent: 3_820,
  state: 'open',
  missing: null,
  token: { id: tokenId, name: 'Claude Code', prefix: 'esp_aaaaaa' },
  createdAt: '2026-11-24T10:00:00.000Z',
  ...over,
})
const maker = { tokenId, name: 'Claude Code', purseId }
/** One card of the person, which the agent has moved and starred, and one that it made. */
const moved = completedGeneration(2, { canvasX: 9_600, canvasY: 10_000 })
const made = completedGeneration(3, {
  prompt: 'The same wall in April',
  canvasX: 10_450,
  canvasY: 10_600,
  madeBy: maker,
})
const starred = {
  ...moved,
  images: moved.images.map((image, place) => (place === 2 ? { ...image, feedback: ['star' as const] } : image)),
}
const step = (number: number, over: Partial<PurseStepShape>): PurseStepShape => ({
  id: uuid(810 + number),
  at: `2026-11-24T10:3${number}:00.000Z`,
  kind: 'made',
  why: null,
  generationId: moved.id,
  title: moved.prompt,
  images: 4,
  price: 0,
  effects: [],
  ...over,
})
/** Newest first. */
const steps: PurseStepShape[] = [
  step(8, {
    kind: 'marked',
    why: 'Nearest to the old photograph.',
    effects: [
      { kind: 'marked', generationId: moved.id, imageId: moved.images[2]?.id ?? '', feedbackType: 'star', to: true },
    ],
  }),
  step(7, {
    kind: 'arranged',
    effects: [{ kind: 'placed', generationId: moved.id, from: { x: 12_000, y: 9_000 }, to: { x: 9_600, y: 10_000 } }],
  }),
  step(6, {
    why: 'Blossom is the first season of the brief.',
    generationId: made.id,
    title: made.prompt,
    price: 404,
    effects: [{ kind: 'made', generationId: made.id }],
  }),
]

const account = { ...garden, generations: [starred, made] }
const replies: Replies = { purses: { steps: () => ({ items: steps, nextCursor: null }) } }
const open = (purses: readonly PurseShape[] = [purse()], more: Replies = {}) =>
  openApp(board, {
    account: { ...account, purses },
    replies: { ...replies, ...more, purses: { ...replies.purses, ...more.purses } },
  })

const label = page.getByRole('group', { name: 'Purse: Harvest agent' })
const ring = () => document.querySelector<SVGRectElement>('.purse-left')
const dashes = () => ring()?.style.strokeDasharray.replaceAll('px', '') ?? ''
const panel = page.getByRole('dialog', { name: 'Harvest agent' })
const openPanel = async () => {
  await label.getByRole('button', { name: /show its steps/ }).click()
  await expect.element(panel).toBeVisible()
}
const bodiesOf = (requests: readonly { method: string; path: string; body: unknown }[], method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const changesOf = (requests: readonly { method: string; path: string; body: unknown }[]) =>
  bodiesOf(requests, 'POST', `/api/projects/${projectId}/changes`).flatMap((body) =>
    (body as { changes: { id: string }[] }).changes.map(({ id: _id, ...change }) => change),
  )
const accepts: Replies = {
  projects: {
    applyChanges: ({ changes }) => ({ items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })), seq: 50 }),
  },
}

describe('the ring of a purse', () => {
  it('shows what is left, and drains on every page as its events arrive', async () => {
    const server = await open()
    await expect.element(label).toBeVisible()
    await expect.element(label.getByText('61.80 of 100 credits left')).toBeVisible()
    expect(dashes()).toMatch(/^61\.8, 100/)
    const { id: _id, projectId: _project, ...rest } = purse({ spent: 10_000 })
    server.send('purse-changed', { seq: 2, projectId, purseId, purse: { ...rest, spent: 5_000 } })
    await expect.element(label.getByText('50 of 100 credits left')).toBeVisible()
    expect(dashes()).toMatch(/^50, 100/)
    server.send('purse-changed', { seq: 3, projectId, purseId, purse: rest })
    await expect.element(label.getByText('0 of 100 credits left')).toBeVisible()
    expect(ring()).toBeNull()
    server.send('purse-changed', { seq: 4, projectId, purseId, purse: null })
    await expect.element(label).not.toBeInTheDocument()
  })

  it('is ink while its agent rests, and green while images of it are made', async () => {
    const running = {
      ...made,
      status: 'running' as const,
      images: made.images.map((image) => ({ ...image, status: 'running' as const, imageUrl: null })),
    }
    await openApp(board, { account: { ...account, generations: [starred, running], purses: [purse()] }, replies })
    await expect.poll(() => ring()?.dataset.running).toBe('true')
    await open()
    await expect.poll(() => ring() !== null).toBe(true)
    expect(ring()?.dataset.running).toBeUndefined()
  })

  it('has a label that is no wider than it, also with a long name, and no wider than a phone', async () => {
    const long = purse({ name: 'An agent with a very long name that says what it is for', state: 'paused' })
    await open([long])
    const shown = page.getByRole('group', { name: /^Purse: An agent/ })
    await expect.element(shown).toBeVisible()
    const rightOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().right ?? 0
    await page.viewport(390, 844)
    await expect.poll(() => document.querySelector('.purse-label')?.clientWidth).toBeLessThan(390)
    await page.getByRole('button', { name: 'Fit to view' }).click()
    await expect.poll(() => rightOf('.purse-grip')).toBeLessThan(400)
    await expect.poll(() => rightOf('.purse-label')).toBeLessThan(rightOf('.purse-rim'))
    await expect.element(shown.getByText('Paused, 61.80 left')).toBeVisible()
  })

  it('says in another colour that little is left', async () => {
    const server = await open([purse({ spent: 8_900 })])
    const left = label.getByText('11 of 100 credits left')
    await expect.element(left).toBeVisible()
    const { color } = getComputedStyle(left.element())
    const { id: _id, projectId: _project, ...rest } = purse({ spent: 9_100 })
    server.send('purse-changed', { seq: 2, projectId, purseId, purse: rest })
    const less = label.getByText('9 of 100 credits left')
    await expect.element(less).toBeVisible()
    expect(getComputedStyle(less.element()).color).not.toBe(color)
  })

  it('is paused from its label', async () => {
    const { requests } = await open([purse()], {
      purses: { change: () => purse({ state: 'paused' }) },
    })
    await label.getByRole('button', { name: 'Pause the agent' }).click()
    await expect.poll(() => bodiesOf(requests, 'PATCH', `/api/purses/${purseId}`)).toEqual([{ state: 'paused' }])
  })
})

describe('drawing a ring for an agent', () => {
  const made = (asked: object) => purse({ ...asked, id: purseId, spent: 0, token: null })
  const create: Replies = { purses: { create: ({ id: _project, purseId: _id, ...body }) => made(body) } }

  it('takes a drag of the pointer, an amount, and shows the panel', async () => {
    const server = await open([], create)
    await expect.poll(() => document.querySelector(`[data-card="${moved.id}"]`)).not.toBeNull()
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Agent' }).click()
    const ringing = page.getByRole('application', { name: /Drag around where the agent may work/ })
    await expect.element(ringing).toBeVisible()
    const surface = ringing.element()
    const pointer = (type: string, x: number, y: number) =>
      surface.dispatchEvent(
        new PointerEvent(type, {
          clientX: x,
          clientY: y,
          pointerId: 1,
          button: 0,
          buttons: 1,
          isPrimary: true,
          bubbles: true,
          pointerType: 'touch',
        }),
      )
    // Made events have no capture to take.
    ;(surface as HTMLElement).setPointerCapture = () => {}
    pointer('pointerdown', 300, 200)
    pointer('pointermove', 700, 500)
    pointer('pointerup', 1_100, 700)
    await expect.element(page.getByRole('dialog', { name: 'Give an agent credits here' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Credits' }).fill('12.505')
    await button('Put them in').click()
    await expect.element(page.getByText('An amount of credits, as 50 or 12.50.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Credits' }).fill('12.50')
    await button('Put them in').click()
    await expect
      .poll(() => bodiesOf(server.requests, 'POST', `/api/projects/${projectId}/purses`))
      .toMatchObject([{ name: 'Agent', most: 1_250 }])
    const [body] = bodiesOf(server.requests, 'POST', `/api/projects/${projectId}/purses`) as {
      width: number
      height: number
    }[]
    expect(body?.width).toBeGreaterThanOrEqual(900)
    expect(body?.height).toBeGreaterThanOrEqual(440)
    // Its event shows it, here as on every other page.
    const { id: _id, projectId: _project, ...fresh } = made({ name: 'Harvest agent' })
    server.send('purse-changed', { seq: 2, projectId, purseId, purse: fresh })
    await expect.element(panel).toBeVisible()
    await expect.element(panel.getByText('No program works here yet')).toBeVisible()
  })

  it('works by keys alone: Q, then Enter puts it into the middle of the view', async () => {
    await open([], create)
    await expect.poll(() => document.querySelector(`[data-card="${moved.id}"]`)).not.toBeNull()
    await userEvent.keyboard('q')
    await expect.element(page.getByRole('application', { name: /Drag around/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Give an agent credits here' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('takes the area and the title of the selected frame', async () => {
    const frame = { id: uuid(820), title: 'Seasons', x: 9_400, y: 9_880, width: 2_000, height: 1_300 }
    const server = await openApp(board, {
      account: { ...account, frames: [frame], purses: [] },
      replies: { ...replies, ...create },
    })
    await page.getByRole('button', { name: /^Frame: Seasons/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Give an agent credits here/ }).click()
    await button('Put them in').click()
    await expect
      .poll(() => bodiesOf(server.requests, 'POST', `/api/projects/${projectId}/purses`))
      .toEqual([
        { purseId: expect.any(String), name: 'Seasons', x: 9_400, y: 9_880, width: 2_000, height: 1_300, most: 5_000 },
      ])
  })
})

describe('the panel of a purse', () => {
  it('lists each step with its reason and price, newest first', async () => {
    await open()
    await openPanel()
    await expect.element(panel.getByText('Claude Code works here')).toBeVisible()
    await expect
      .poll(() =>
        [...panel.element().querySelectorAll('.purse-steps li')].map(({ textContent }) => textContent?.slice(5)),
      )
      .toEqual([
        'Starred an image of “A still lake between pine hills”“Nearest to the old photograph.”',
        'Moved “A still lake between pine hills”',
        'Made 4 of “The same wall in April”“Blossom is the first season of the brief.”4.04',
      ])
    await panel.getByRole('button', { name: /^Made 4 of/ }).click()
    await expect
      .poll(
        () =>
          document.querySelector(`[data-card="${made.id}"]`)?.getAttribute('aria-selected') ??
          document.querySelector(`[data-card="${made.id}"]`)?.getAttribute('data-selected'),
      )
      .not.toBeNull()
    await userEvent.keyboard('{Escape}')
  })

  it('asks to go on where a request was refused, and raises the purse by what it needs', async () => {
    const { requests } = await open([purse({ missing: 200 })], {
      purses: { change: ({ most = 10_000 }) => purse({ most }) },
    })
    await openPanel()
    await expect.element(panel.getByText('Its next images would pass 100 credits by 2.')).toBeVisible()
    await panel.getByRole('button', { name: 'Allow 10 more' }).click()
    await expect.poll(() => bodiesOf(requests, 'PATCH', `/api/purses/${purseId}`)).toEqual([{ most: 11_000 }])
    await panel.getByRole('button', { name: 'Stop it' }).click()
    await expect
      .poll(() => bodiesOf(requests, 'PATCH', `/api/purses/${purseId}`))
      .toEqual([{ most: 11_000 }, { state: 'paused' }])
  })

  it('makes its token, whose secret is shown once with how a client is connected', async () => {
    const server = await open([purse({ token: null })], {
      purses: {
        makeToken: ({ name }) => ({
          secret,
          token: {
            id: tokenId,
            name,
            kind: 'token',
            prefix: 'esp_aaaaaa',
            scopes: ['read', 'edit', 'generate'],
            projectId,
            purseId,
            budget: null,
            createdAt: '2026-11-24T10:00:00.000Z',
            expiresAt: null,
            lastUsedAt: null,
          },
        }),
      },
    })
    await openPanel()
    await panel.getByRole('button', { name: 'Make its token' }).click()
    const dialog = page.getByRole('dialog', { name: 'The token of this ring' })
    await expect.element(dialog.getByText(secret, { exact: true })).toBeVisible()
    await expect.poll(() => dialog.element().textContent).toContain('claude mcp add --transport http espalier')
    // The ring has its token by now.
    const { id: _id, projectId: _project, ...bound } = purse()
    server.send('purse-changed', { seq: 2, projectId, purseId, purse: bound })
    await expect.poll(() => document.body.textContent).toContain('Claude Code works here')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(document.body.textContent).not.toContain(secret)
  })

  it('says why a change was refused, and ends only after a question', async () => {
    const { requests } = await open([purse()], {
      purses: { change: () => refuse('conflict', { message: 'This purse has ended. Make another one.' }) },
    })
    await label.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'End it' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
    await expect.element(page.getByText('This purse has ended. Make another one.')).toBeVisible()
    expect(bodiesOf(requests, 'PATCH', `/api/purses/${purseId}`)).toEqual([{ state: 'ended' }])
  })
})

/** What takes back all of the three steps. */
const undoing = [
  { kind: 'place', generationId: moved.id, canvasX: 12_000, canvasY: 9_000 },
  { kind: 'feedback', imageId: moved.images[2]?.id, feedbackType: 'star', isGiven: false },
  { kind: 'delete', generationId: made.id },
]
const redoing = [
  { kind: 'restore', generationId: made.id },
  { kind: 'feedback', imageId: moved.images[2]?.id, feedbackType: 'star', isGiven: true },
  { kind: 'place', generationId: moved.id, canvasX: 9_600, canvasY: 10_000 },
]

describe('undoing all that an agent did', () => {
  it('is one command that can itself be undone', async () => {
    const { requests } = await open([purse()], accepts)
    await openPanel()
    await panel.getByRole('button', { name: 'Undo all it did' }).click()
    await expect.poll(() => changesOf(requests)).toEqual(undoing)
    await expect.poll(() => document.querySelector(`[data-card="${made.id}"]`)).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => changesOf(requests)).toEqual([...undoing, ...redoing])
    await expect.poll(() => document.querySelector(`[data-card="${made.id}"]`)).not.toBeNull()
  })

  it('keeps what its person has changed since', async () => {
    const { requests } = await openApp(board, {
      account: { ...account, generations: [{ ...moved, canvasX: 9_800 }, made], purses: [purse()] },
      replies: { ...replies, ...accepts },
    })
    await label.getByRole('button', { name: 'Undo all it did' }).click()
    await expect.poll(() => changesOf(requests)).toEqual([{ kind: 'delete', generationId: made.id }])
  })

  it('is kept without a connection, and sent when it is back, also after a reload', async () => {
    const server = await open([purse()], { projects: { applyChanges: lostConnection } })
    await openPanel()
    await expect.element(panel.getByText('Blossom is the first season of the brief.')).toBeVisible()
    await panel.getByRole('button', { name: 'Undo all it did' }).click()
    await expect.poll(() => document.querySelector(`[data-card="${made.id}"]`)).toBeNull()
    server.reply(accepts)
    await reloadApp(board)
    await expect.poll(() => changesOf(server.requests).slice(-3), { timeout: 15_000 }).toEqual(undoing)
  })

  it('says so where nothing is left to undo, and where the steps can not be read', async () => {
    const server = await open([purse()], { purses: { steps: () => ({ items: [], nextCursor: null }) } })
    await label.getByRole('button', { name: 'Undo all it did' }).click()
    await expect.element(page.getByText('There is nothing left to undo.')).toBeVisible()
    server.reply({ purses: { steps: lostConnection } })
    server.send('purse-changed', {
      seq: 2,
      projectId,
      purseId,
      purse: (({ id: _i, projectId: _p, ...rest }) => rest)(purse()),
    })
    await openPanel()
    await expect.poll(() => document.body.textContent).toContain('Nothing done yet.')
  })
})

describe('the replay of a purse', () => {
  it('goes through its steps with their reasons, and says which program made a card', async () => {
    const at = (minute: number) => Date.UTC(2026, 10, 24, 10, minute)
    await open([purse()], {
      projects: {
        history: () => ({
          items: [
            [at(1), 'made', moved.id, 12_000, 9_000],
            [at(36) + 5, 'made', made.id, 10_450, 10_600],
            [at(37) + 5, 'moved', moved.id, 9_600, 10_000],
          ],
          nextCursor: null,
          deleted: [],
        }),
      },
    })
    await openPanel()
    await panel.getByRole('button', { name: 'Replay' }).click()
    const slider = page.getByRole('slider', { name: 'Step' })
    const saysOf = (element: typeof slider) => expect.poll(() => element.query()?.getAttribute('aria-valuetext'))
    await saysOf(slider).toMatch(/Starred an image.*Nearest to the old photograph/)
    await expect.element(page.getByText('3 of 3 steps')).toBeVisible()
    ;(slider.element() as HTMLElement).focus()
    await userEvent.keyboard('{Home}{ArrowRight}')
    await saysOf(slider).toMatch(/Made 4 of “The same wall in April”\. Blossom/)
    await page.getByRole('combobox', { name: 'What is replayed' }).selectOptions('Everything')
    const whole = page.getByRole('slider', { name: 'Moment' })
    // At the moment of the step.
    await saysOf(whole).toMatch(/A card was made by Claude Code/)
  })
})

const screens: readonly Screen[] = [
  { name: 'a ring on the canvas', path: board, open: () => expect.element(label).toBeVisible() },
  { name: 'its panel with steps', path: board, open: openPanel },
  {
    name: 'its panel without a program',
    path: board,
    account: { ...account, purses: [purse({ token: null, spent: 0 })] },
    open: openPanel,
  },
  {
    name: 'its panel where it asks for more',
    path: board,
    account: { ...account, purses: [purse({ missing: 200 })] },
    open: openPanel,
  },
  {
    name: 'its panel whose steps can not be read',
    path: board,
    replies: { purses: { steps: lostConnection } },
    open: async () => {
      await openPanel()
      await shows('The steps could not be read.')()
    },
  },
]
describeScreens('purses', screens, { account: { ...account, purses: [purse()] }, replies })
