import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { button, describeScreens, inTurn, press, type Screen, shows, showsRole } from '#web/testing/describe-screens.ts'
import { guest } from '#web/testing/fake-account.ts'
import { connection, connectionModel, foundModel, foundModels, livingServer } from '#web/testing/fake-connections.ts'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'
import { doesText } from './texts.ts'

const row = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const toggle = (name: string) => page.getByRole('switch', { name: `${name} can be chosen`, exact: true })
/** Waits until this part of the page has the text. */
const expectIn = (part: Locator, text: string) => expect.poll(() => part.element().textContent).toContain(text)
const asGuest = { 'GET /api/auth/get-session': () => Response.json({ session: { id: 's' }, user: guest }) }

/** Opens the page on a server that keeps its changes. */
async function openPage(path = '/models', options: Parameters<typeof livingServer>[0] = {}) {
  const { sent, replies } = livingServer(options)
  const server = await openApp(path, { replies })
  await expect.element(page.getByRole('heading', { name: 'Connect models' })).toBeVisible()
  return { sent, server }
}

describe('the providers', () => {
  it('say whose key is in use, and which need none', async () => {
    await openPage('/connect-models', { connections: [connection()] })
    await expectIn(row('Google'), 'Server')
    await expectIn(row('Krea'), 'Yours · ends 91c0')
    await expectIn(row('Replicate'), 'No key')
    await expectIn(row('Built in'), 'Needs no key')
    await expectIn(row('OpenRouter'), '4 image models found, 3 switched on')
    expect(location.pathname).toBe('/models')
    expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(9)
  })

  it('are tested, with the time of the answer', async () => {
    const { sent } = await openPage('/models', { connections: [connection()] })
    await button('Test Krea').click()
    await expectIn(row('Krea'), 'Answers in 0.6 s')
    await button('Test OpenRouter').click()
    await expectIn(row('OpenRouter'), 'Answers in 0.8 s')
    expect(sent).toEqual([
      { call: 'modelKeys.test', input: { provider: 'krea' } },
      { call: 'test', input: { id: uuid(800) } },
    ])
  })

  it('that refuse the key say why', async () => {
    await openPage()
    await button('Test OpenAI').click()
    await expectIn(row('OpenAI'), 'Refused the key, just now')
    await button('Why OpenAI does not work').click()
    await expectText("OpenAI doesn't accept the key any more. Replace it.")
  })

  it('take a key of the user, checked before it is stored', async () => {
    const { sent } = await openPage()
    await button('Add a key to Replicate').click()
    await expect.element(page.getByPlaceholder('Paste a key')).toHaveFocus()
    await userEvent.keyboard('r8-1234567890{Enter}')
    await expectText('The models of Replicate are yours to use.')
    expect(sent).toEqual([{ call: 'modelKeys.save', input: { provider: 'replicate', key: 'r8-1234567890' } }])
  })

  it('lose the user’s key after a question that says how many models go with it', async () => {
    const { sent } = await openPage()
    await button('Open Krea').click()
    await button('Remove your key').click()
    await expectIn(page.getByRole('alertdialog'), '5 models go with it')
    await button('Remove').click()
    await expectText('Krea is not opened by a key of yours any more.')
    expect(sent).toEqual([{ call: 'modelKeys.remove', input: { provider: 'krea' } }])
  })

  it('name the setting of the server’s key', async () => {
    await openPage()
    await button('Open Runway').click()
    await expectText('RUNWAYML_API_SECRET')
  })

  it('of the operator can be read by others, and not changed', async () => {
    const shared = connection({ audience: 'everyone', canChange: false, lastFour: null })
    await openPage('/models', { connections: [shared] })
    await button('Open OpenRouter').click()
    await expectText('Added by the person who runs this server.')
    for (const name of ['Test OpenRouter', 'Replace key of OpenRouter', 'Rename', 'Remove OpenRouter'])
      await expect.element(button(name)).not.toBeInTheDocument()
  })

  it('can be read by guests, who are asked to sign up for a key', async () => {
    const { replies } = livingServer()
    await openApp('/models', { replies, plain: asGuest })
    await expectText('You are a guest.')
    await expect.element(page.getByRole('button', { name: /^(Add a|Replace|Test)/ })).not.toBeInTheDocument()
  })
})

describe('a switch of a model', () => {
  it('takes effect at once, and is undone by the toast', async () => {
    const { sent } = await openPage()
    await button('Open Krea').click()
    await toggle('Z-Image').click()
    await expect.element(toggle('Z-Image')).toHaveAttribute('aria-checked', 'false')
    await expectIn(row('Krea'), '5 models, 4 switched on')
    await button('Undo').click()
    await expect.element(toggle('Z-Image')).toHaveAttribute('aria-checked', 'true')
    // The switch shows what is wanted before it is sent.
    await expect
      .poll(() => sent.map(({ input }) => input))
      .toEqual([
        { model: 'z-image', isShown: false },
        { model: 'z-image', isShown: true },
      ])
  })

  it('is as before where the server refuses', async () => {
    const { server } = await openPage()
    server.reply({ models: { show: () => lostConnection() } })
    await button('Open Krea').click()
    await toggle('Z-Image').click()
    await expectText('Z-Image: That did not work')
    await expect.element(toggle('Z-Image')).toHaveAttribute('aria-checked', 'true')
  })

  it('of an added provider is its owner’s choice', async () => {
    const { sent } = await openPage('/models', { connections: [connection()] })
    await button('Open OpenRouter').click()
    await toggle('Qwen Image Edit').click()
    await expect.element(toggle('Qwen Image Edit')).toHaveAttribute('aria-checked', 'true')
    expect(sent).toEqual([
      { call: 'choose', input: { id: uuid(800), models: [{ apiModel: 'qwen/qwen-image-edit', isShown: true }] } },
    ])
  })

  it('of an operator’s provider is each person’s own choice', async () => {
    const shared = connection({ audience: 'everyone', canChange: false, models: [connectionModel()] })
    const { sent } = await openPage('/models', { connections: [shared] })
    await button('Open OpenRouter').click()
    await toggle('FLUX.2 pro').click()
    await expect
      .poll(() => sent)
      .toEqual([{ call: 'models.show', input: { model: shared.models[0]?.value, isShown: false } }])
  })
})

describe('an added provider', () => {
  it('has the price and the seconds entered where it says none', async () => {
    const { sent } = await openPage('/models', { connections: [connection()] })
    await button('Open OpenRouter').click()
    await page.getByLabelText('Credits of GPT Image 2.6').fill('1.25')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent)
      .toEqual([
        { call: 'choose', input: { id: uuid(800), models: [{ apiModel: 'openai/gpt-image-2.6', credits: 125 }] } },
      ])
    await expect.element(page.getByLabelText('Credits of FLUX.2 pro')).not.toBeInTheDocument()
  })

  it('is renamed, and asked for new models', async () => {
    const { sent } = await openPage('/models', { connections: [connection()] })
    await button('Open OpenRouter').click()
    await button('Look for new models').click()
    await expectText('OpenRouter lists 4 models')
    await button('Rename').click()
    await page.getByLabelText('Name').fill('The studio’s router')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'The studio’s router' })).toBeVisible()
    expect(sent.map(({ call }) => call)).toEqual(['refresh', 'change'])
  })

  it('is removed after a question that says how many models go with it', async () => {
    const { sent } = await openPage('/models', { connections: [connection()] })
    await button('Open OpenRouter').click()
    await button('Remove OpenRouter').click()
    await expectIn(page.getByRole('alertdialog'), '4 models go with it')
    await button('Remove').click()
    await expect.element(page.getByRole('heading', { name: 'OpenRouter' })).not.toBeInTheDocument()
    expect(sent).toEqual([{ call: 'remove', input: { id: uuid(800) } }])
  })
})

describe('a provider without models', () => {
  it('says so in its row, and in the form what to do', async () => {
    const { server } = await openPage('/models', { connections: [connection({ models: [] })] })
    await expectIn(row('OpenRouter'), 'No image models found')
    const check = { state: 'answers', ms: 400, reason: null, at: '2026-11-21T10:00:00.000Z' } as const
    server.reply({ modelConnections: { look: () => ({ check, items: [] }) } })
    await button('Add a provider').click()
    await page.getByLabelText('Key', { exact: true }).fill('sk-or-123456')
    await button('Connect').click()
    await expectText('Check at the provider what the key may use.')
  })
})

describe('who may use an added provider', () => {
  const check = { state: 'answers', ms: 912, reason: null, at: '2026-11-21T10:00:00.000Z', leftUsd: 18.2 } as const
  const open = async (options: Parameters<typeof livingServer>[0] = {}) => {
    const opened = await openPage('/models', { connections: [connection({ audience: 'everyone', check })], ...options })
    await button('Open OpenRouter').click()
    return opened
  }

  it('is the operator’s choice; taking it back is asked first', async () => {
    const { sent } = await open({ canAddForEveryone: true })
    const who = page.getByLabelText('Who may use the models of OpenRouter')
    await who.selectOptions('Only me')
    await expectIn(page.getByRole('alertdialog'), 'Others can choose its models no more.')
    expect(sent).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Only me' }).click()
    await expect.element(who).toHaveValue('me')
    await who.selectOptions('Everyone here')
    await expect.element(who).toHaveValue('everyone')
    expect(sent.map(({ input }) => input)).toEqual([
      { id: uuid(800), audience: 'me' },
      { id: uuid(800), audience: 'everyone' },
    ])
  })

  it('is said to others, who can not change it', async () => {
    await open()
    await expectText('Everyone here may use them.')
    await expect.element(page.getByLabelText('Who may use the models of OpenRouter')).not.toBeInTheDocument()
  })

  it('sees what is left for its key', async () => {
    await open()
    await expectText('$18.20 left at OpenRouter')
  })
})

describe('adding a provider', () => {
  const openDialog = async (options: Parameters<typeof livingServer>[0] = {}) => {
    const opened = await openPage('/models', options)
    await button('Add a provider').click()
    await expect.element(page.getByRole('dialog', { name: 'Add a provider' })).toBeVisible()
    return opened
  }

  it('asks for its models by the key, and adds those that are ticked, with the keyboard alone', async () => {
    const { sent } = await openDialog()
    await expect.element(page.getByLabelText('Key', { exact: true })).toHaveFocus()
    await userEvent.keyboard('sk-or-123456{Enter}')
    await expectText('4 image models found')
    await expectText('3 of 4 switched on')
    await page.getByRole('checkbox', { name: 'Seedream 5' }).click()
    await button('Add provider').click()
    await expectText('2 models can be chosen in the picker.')
    await expect.element(page.getByRole('heading', { level: 2, name: 'OpenRouter' })).toBeVisible()
    expect(sent).toEqual([
      { call: 'look', input: { kind: 'openrouter', key: 'sk-or-123456' } },
      {
        call: 'add',
        input: {
          kind: 'openrouter',
          name: 'OpenRouter',
          key: 'sk-or-123456',
          audience: 'me',
          models: [{ apiModel: 'black-forest-labs/flux.2-pro' }, { apiModel: 'qwen/qwen-image-edit' }],
        },
      },
    ])
  })

  it('is for everybody where the operator leaves it so, with prices where the provider says none', async () => {
    const { sent } = await openDialog({ canAddForEveryone: true })
    await page.getByRole('radio', { name: 'Any address' }).click()
    await page.getByLabelText('Address').fill('https://pictures.example.com/v1')
    await button('Connect').click()
    await page.getByLabelText('Id of a model').fill('my-model')
    await userEvent.keyboard('{Enter}')
    await page.getByLabelText('Credits of my-model').fill('0.5')
    await page.getByLabelText('Seconds of my-model').fill('7')
    await button('Add provider').click()
    await expect
      .poll(() => sent.at(-1))
      .toEqual({
        call: 'add',
        input: {
          kind: 'openai-images',
          name: 'pictures.example.com',
          baseUrl: 'https://pictures.example.com/v1',
          key: '',
          audience: 'everyone',
          models: [{ apiModel: 'my-model', credits: 50, seconds: 7 }],
        },
      })
  })

  it('says above its foot why a long list was refused, and shows the field of the price that is missing', async () => {
    const { server } = await openDialog({ canAddForEveryone: true })
    server.reply({ modelConnections: { add: () => refuse('invalid', { message: 'A price is missing.' }) } })
    await page.getByRole('radio', { name: 'Any address' }).click()
    await page.getByLabelText('Address').fill('https://pictures.example.com/v1')
    await button('Connect').click()
    for (const id of Array.from({ length: 12 }, (_, place) => `model-${place + 1}`)) {
      await page.getByLabelText('Id of a model').fill(id)
      await userEvent.keyboard('{Enter}')
      if (id !== 'model-2') await page.getByLabelText(`Credits of ${id}`, { exact: true }).fill('0.5')
    }
    await button('Add provider').click()
    const isSeen = (element: Element | null) => {
      const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
      return element?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ?? false
    }
    await expect.poll(() => isSeen(page.getByRole('alert').query())).toBe(true)
    const field = page.getByLabelText('Credits of model-2')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => isSeen(field.query())).toBe(true)
  })

  it('is for everybody also where it was opened before the providers have loaded', async () => {
    const { replies } = livingServer({ canAddForEveryone: true })
    const list = Promise.withResolvers<void>()
    const modelConnections = {
      ...replies.modelConnections,
      list: () => list.promise.then(() => ({ items: [], nextCursor: null, canAddForEveryone: true })),
    }
    await openApp('/models', { replies: { ...replies, modelConnections } })
    await button('Add a provider').click()
    await expect.element(page.getByRole('dialog', { name: 'Add a provider' })).toBeVisible()
    list.resolve()
    await expect.element(page.getByRole('switch', { name: 'Everyone here may use it' })).toBeChecked()
  })

  it('shows at its field what was refused, and keeps what was typed', async () => {
    const { server } = await openDialog()
    const message = "OpenRouter doesn't know this key. Copy it again, as a whole."
    server.reply({
      modelConnections: { look: () => refuse('invalid', { message, data: { issues: [{ path: ['key'], message }] } }) },
    })
    await page.getByLabelText('Key', { exact: true }).fill('wrong')
    await button('Connect').click()
    await expect.element(page.getByLabelText('Key', { exact: true })).toHaveAccessibleDescription(message)
    await expect.element(page.getByLabelText('Key', { exact: true })).toHaveValue('wrong')
  })

  it('forgets what was found when the key changes', async () => {
    await openDialog()
    await page.getByLabelText('Key', { exact: true }).fill('sk-or-1')
    await button('Connect').click()
    await expectText('Connected')
    await page.getByLabelText('Key', { exact: true }).fill('sk-or-2')
    await expect.element(page.getByText('Connected', { exact: true })).not.toBeInTheDocument()
    await expect.element(button('Connect')).toBeVisible()
  })

  it('switches nothing on from the start in a long list, which can be filtered', async () => {
    const { server } = await openDialog()
    const items = Array.from({ length: 600 }, (_, place) =>
      foundModel({ apiModel: `m-${place}`, name: `Model ${place}` }),
    )
    server.reply({
      modelConnections: {
        look: () => ({ check: { state: 'answers', ms: 1, reason: null, at: '2026-11-21T10:00:00.000Z' }, items }),
      },
    })
    await page.getByLabelText('Key', { exact: true }).fill('sk-or-1')
    await button('Connect').click()
    await expectText('0 of 600 switched on')
    await page.getByLabelText('Filter', { exact: true }).fill('model 59')
    await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(16)
    await button('All').click()
    await expectText('16 of 600 switched on')
  })
})

describe('all models', () => {
  it('are filtered, and switched', async () => {
    const { sent } = await openPage('/models?tab=all')
    await page.getByLabelText(/^Filter \d+ models$/).fill('z-image')
    await expect.poll(() => page.getByRole('switch').elements().length).toBe(1)
    await toggle('Z-Image').click()
    await expect.poll(() => sent).toEqual([{ call: 'models.show', input: { model: 'z-image', isShown: false } }])
  })

  it.each(['/models', '/models?tab=all'])('%s never scrolls sideways on a phone', async (path) => {
    await page.viewport(390, 844)
    await openPage(path, { connections: [connection()] })
    if (path === '/models') await button('Open OpenRouter').click()
    await expect.poll(() => document.documentElement.scrollWidth).toBe(390)
  })
})

describe('the texts', () => {
  it('say what a model does in a few words', () => {
    expect(foundModels.map(doesText)).toEqual([
      'Words, up to 8 pictures, edits',
      'Words, up to 8 pictures, edits',
      'Words, up to 8 pictures, edits, masks, transparent',
      'One picture, edits',
    ])
    expect(doesText({ does: ['words'], mostImagePrompts: 0, styles: true })).toBe('Words, styles')
  })
})

const never = () => new Promise<never>(() => {})
const full = livingServer({ connections: [connection()], canAddForEveryone: true }).replies
const screens: readonly Screen[] = [
  {
    name: 'opened rows',
    path: '/models',
    replies: full,
    open: inTurn(
      shows('OpenRouter'),
      press('Open Krea'),
      press('Open OpenRouter'),
      press('Test OpenAI'),
      shows('Refused'),
    ),
  },
  { name: 'a key', path: '/models', replies: full, open: inTurn(shows('Replicate'), press('Add a key to Replicate')) },
  { name: 'all models', path: '/models?tab=all', replies: full, open: shows('Z-Image') },
  { name: 'while it loads', path: '/models', replies: { modelKeys: { list: never } } },
  {
    name: 'that can not be read',
    path: '/models',
    replies: { modelConnections: { list: () => lostConnection() } },
    open: shows('did not load'),
  },
  {
    name: 'the dialog',
    path: '/models',
    replies: full,
    open: inTurn(
      press('Add a provider'),
      showsRole('dialog'),
      () => page.getByLabelText('Key', { exact: true }).fill('sk-or-1'),
      press('Connect'),
      shows('Connected'),
      () => page.getByRole('checkbox', { name: 'GPT Image 2.6' }).click(),
    ),
  },
  {
    name: 'a removal',
    path: '/models',
    replies: full,
    open: inTurn(shows('OpenRouter'), press('Open OpenRouter'), press('Remove OpenRouter'), showsRole('alertdialog')),
  },
]
describeScreens('connecting models', screens, {})
