import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AssistantSetupShape, RunShape, RunStepShape } from '#contract/programs/assistant.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { gardenCards } from '#web/testing/fake-account.ts'
import { lostConnection, type Replies, refuse } from '#web/testing/fake-server.ts'
import { assistantTexts } from './texts.ts'

const projectId = uuid(1)
const panel = page.getByRole('dialog', { name: 'Assistant' })
const button = page.getByRole('banner').getByRole('button', { name: 'Assistant' })
const about = panel.getByRole('list', { name: 'About' })
const field = panel.getByRole('textbox', { name: 'Ask the assistant' })

const withModel: AssistantSetupShape = { own: null, server: { provider: 'anthropic', model: 'claude-sonnet-5' } }
const withoutModel: AssistantSetupShape = { own: null, server: null }

const step = (over: Partial<RunStepShape> = {}): RunStepShape => ({
  kind: 'step',
  id: '1.a',
  tool: 'generate_images',
  title: 'Generate images',
  why: 'The brief names three seasons.',
  state: 'planned',
  credits: 4,
  detail: '4 images, “a walled garden in snow”',
  message: null,
  cards: [],
  ...over,
})
const run = (over: Partial<RunShape> = {}): RunShape => ({
  id: uuid(700),
  projectId,
  conversationId: uuid(701),
  mode: 'ask',
  purseId: null,
  request: 'Make the winter too',
  subjects: [],
  state: 'done',
  reason: null,
  parts: [{ kind: 'text', text: 'I read the board first.' }],
  asks: null,
  budget: null,
  spent: 0,
  tokens: 1_240,
  model: 'claude-sonnet-5 (Anthropic)',
  cards: [],
  canUndo: false,
  isUndone: false,
  createdAt: '2026-11-24T10:00:00.000Z',
  endedAt: null,
  ...over,
})
const asking = run({ state: 'asks', asks: { credits: 8 }, parts: [step(), step({ id: '1.b', detail: '4 images' })] })

async function openPanel({ runs = [] as readonly RunShape[], setup = withModel, replies = {} as Replies } = {}) {
  const server = await openApp(`/project/${projectId}`, {
    account: { generations: gardenCards() },
    replies: {
      ...replies,
      assistant: { setup: () => setup, ...replies.assistant },
      projects: { assistantRuns: () => ({ items: [...runs], nextCursor: null }), ...replies.projects },
    },
  })
  await expect.element(button).toBeVisible()
  await button.click()
  await expect.element(panel).toBeVisible()
  return server
}
const sent = (requests: readonly { method: string; path: string; body: unknown }[], path: string) =>
  requests.filter((each) => each.method === 'POST' && each.path === path).map(({ body }) => body)
const asked = (requests: Parameters<typeof sent>[0]) => sent(requests, `/api/projects/${projectId}/assistant`)

describe('the panel of the assistant', () => {
  it('opens by its button and its key, with the field in focus, and closes by Escape, where the focus returns', async () => {
    await openPanel()
    await expect.element(field).toHaveFocus()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Control>}.{/Control}')
    await expect.element(panel).toBeVisible()
    await userEvent.keyboard('{Control>}.{/Control}')
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('says what it does while it is empty, and takes an example as a request', async () => {
    await openPanel()
    await expect.element(panel.getByText('What shall we make?')).toBeVisible()
    await expectNoViolationsInBothThemes()
    await panel.getByRole('button', { name: 'What is on this board?' }).click()
    await expect.element(field).toHaveValue('What is on this board?')
  })

  it('offers to try again where the conversation can not be loaded', async () => {
    const { reply } = await openPanel({ replies: { projects: { assistantRuns: () => lostConnection() } } })
    await expect.element(panel.getByText('The conversation could not be loaded')).toBeVisible()
    reply({ projects: { assistantRuns: () => ({ items: [run()], nextCursor: null }) } })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.element(panel.getByText('I read the board first.')).toBeVisible()
  })

  it.each([
    [390, 844],
    [768, 1024],
  ])('is without violations at %d by %d, with a run that asks', async (width, height) => {
    await openPanel({ runs: [asking] })
    await page.viewport(width, height)
    await expect.element(panel.getByRole('button', { name: 'Go for 8.00' })).toBeVisible()
    await expectNoViolationsInBothThemes()
  })
})

describe('a request', () => {
  it('is sent with the selection, what @ names, and the mode; a shift with Enter begins a line', async () => {
    const { requests } = await openPanel({ replies: { projects: { askAssistant: () => run({ state: 'working' }) } } })
    await userEvent.type(field, 'Look at @pears')
    await page.getByRole('option', { name: 'Three pears and a stoneware vase', exact: true }).click()
    await expect.element(about.getByText('Three pears and a stoneware vase')).toBeVisible()
    await expect.element(field).toHaveValue('Look at ')
    await userEvent.type(field, 'these{Shift>}{Enter}{/Shift}please{Enter}')
    await expect
      .poll(() => asked(requests))
      .toEqual([
        {
          runId: expect.any(String),
          request: 'Look at these\nplease',
          subjects: [{ kind: 'card', id: uuid(11) }],
          mode: 'ask',
          budget: null,
          purseId: null,
          conversationId: null,
        },
      ])
    await expect.element(field).toHaveValue('')
  })

  it('takes a mention by the arrows and Enter, which sends nothing', async () => {
    const { requests } = await openPanel()
    await userEvent.type(field, '@')
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(about).toBeVisible()
    await expect.element(field).toHaveFocus()
    expect(asked(requests)).toEqual([])
    await panel.getByRole('button', { name: /^Leave out/ }).click()
    await expect.element(about).not.toBeInTheDocument()
  })

  it('closes its mentions alone by Escape', async () => {
    await openPanel()
    await userEvent.type(field, '@')
    await expect.element(page.getByRole('option').first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument()
    await expect.element(field).toBeVisible()
  })

  it('leaves the caret where a mention was chosen', async () => {
    await openPanel()
    await field.fill('make  warmer')
    const node = field.element() as HTMLTextAreaElement
    node.setSelectionRange(5, 5)
    await userEvent.keyboard('@')
    await expect.element(page.getByRole('option').first()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(about).toBeVisible()
    await userEvent.keyboard('X')
    expect(node.value).toBe('make X warmer')
  })

  it('needs a budget in the mode Auto', async () => {
    const { requests } = await openPanel({ replies: { projects: { askAssistant: () => run({ state: 'working' }) } } })
    await userEvent.fill(field, 'Make it')
    await panel.getByRole('button', { name: 'Auto' }).click()
    const budget = panel.getByRole('textbox', { name: 'Credits it may spend' })
    await budget.fill('')
    await expect.element(panel.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
    await budget.fill('12,5')
    await expectNoViolationsInBothThemes()
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => asked(requests)).toMatchObject([{ mode: 'auto', budget: 12.5 }])
  })

  it('that is refused keeps its words, and says why', async () => {
    await openPanel({
      replies: { projects: { askAssistant: () => refuse('conflict', { message: 'It is at work.' }) } },
    })
    await userEvent.type(field, 'Make it{Enter}')
    await expect.element(page.getByText('It is at work.')).toBeVisible()
    await expect.element(field).toHaveValue('Make it')
  })
})

describe('a request whose reply was lost', () => {
  it('is the same run when it is sent again, also after a reload and when that run is the last one by then', async () => {
    const lost = await openPanel({ replies: { projects: { askAssistant: lostConnection } } })
    await userEvent.type(field, 'Make four{Enter}')
    await expect.element(page.getByText(assistantTexts.notDone)).toBeVisible()
    await expect.element(field).toHaveValue('Make four')
    await reloadApp()
    lost.reply({
      projects: {
        askAssistant: () => run({ state: 'working' }),
        assistantRuns: () => ({ items: [run({ request: 'Make four' })], nextCursor: null }),
      },
    })
    await button.click()
    await expect.element(panel.getByText('I read the board first.')).toBeVisible()
    await userEvent.type(field, '{Enter}')
    await expect.element(field).toHaveValue('')
    const [first, second] = asked(lost.requests)
    expect(second).toEqual(first)
  })
})

describe('the draft of a request', () => {
  it('keeps the words that are typed while the request is being sent', async () => {
    const reply = Promise.withResolvers<RunShape>()
    const { requests } = await openPanel({ replies: { projects: { askAssistant: () => reply.promise } } })
    await userEvent.type(field, 'Make it{Enter}')
    await expect.poll(() => asked(requests)).toHaveLength(1)
    await userEvent.fill(field, 'And in autumn')
    reply.resolve(run({ state: 'working', request: 'Make it' }))
    await expect.element(panel.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect.element(field).toHaveValue('And in autumn')
  })

  it('is there after a reload', async () => {
    await openPanel()
    await userEvent.fill(field, 'Make it')
    await reloadApp()
    await button.click()
    await expect.element(field).toHaveValue('Make it')
  })
})

describe('a run', () => {
  it('shows its text as it is written, and its steps as they run', async () => {
    const working = run({ state: 'working', parts: [] })
    const { send, reply } = await openPanel({ runs: [working] })
    await expect.element(panel.getByText('Working')).toBeVisible()
    const piece = { projectId, runId: working.id, part: 0 }
    send('assistant-text', { ...piece, offset: 0, text: 'I read ' })
    send('assistant-text', { ...piece, offset: 7, text: 'the board.' })
    await expect.element(panel.getByText('I read the board.')).toBeVisible()
    const stepping = run({
      state: 'working',
      parts: [{ kind: 'text', text: 'I read the board.' }, step({ state: 'running' })],
    })
    reply({ assistant: { run: () => stepping } })
    send('assistant-changed', { seq: 90, projectId, runId: working.id })
    await expect.element(panel.getByText('“The brief names three seasons.”')).toBeVisible()
    await expect.element(panel.getByText('4.00', { exact: true })).toBeVisible()
  })

  it('breaks words that are longer than the panel', async () => {
    const long = `https://example.com/${'brief'.repeat(40)}`
    const label = 'Three pears and a stoneware vase, one window, a Dutch still life, late light'
    await openPanel({
      runs: [
        run({ request: long, subjects: [{ kind: 'card', id: uuid(11), label }], parts: [step({ detail: long })] }),
      ],
    })
    await expect.element(panel.getByText(long).first()).toBeVisible()
    const log = panel.getByRole('log').element()
    expect(log.scrollWidth).toBe(log.clientWidth)
  })

  it('is let go at the price that is shown', async () => {
    const { requests } = await openPanel({
      runs: [asking],
      replies: { assistant: { go: () => run({ state: 'working', parts: [step({ state: 'running' })] }) } },
    })
    await expect.element(panel.getByText('Together 8.00 credits.')).toBeVisible()
    await panel.getByRole('button', { name: 'Go for 8.00' }).click()
    await expect
      .poll(() => sent(requests, `/api/assistant/runs/${asking.id}/go`))
      .toEqual([
        {
          credits: 8,
          steps: asking.parts.flatMap((part) => (part.kind === 'step' && part.state === 'planned' ? part.id : [])),
        },
      ])
    await expect.element(panel.getByRole('button', { name: /^Go/ })).not.toBeInTheDocument()
  })

  it('is declined, or stopped while it works', async () => {
    const stopped = run({ state: 'stopped', reason: 'You stopped it.' })
    const { requests, send, reply } = await openPanel({
      runs: [asking],
      replies: { assistant: { stop: () => stopped } },
    })
    await panel.getByRole('button', { name: 'Don’t' }).click()
    await expect.element(panel.getByText('You stopped it.')).toBeVisible()
    reply({ assistant: { run: () => run({ state: 'working' }) } })
    send('assistant-changed', { seq: 91, projectId, runId: asking.id })
    await panel.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => sent(requests, `/api/assistant/runs/${asking.id}/stop`)).toHaveLength(2)
  })

  it('leads to the cards that it made, and is undone as a whole', async () => {
    const made = run({
      parts: [step({ state: 'done', cards: [uuid(11)] })],
      cards: [uuid(11)],
      canUndo: true,
      spent: 4,
    })
    const undone = { ...made, cards: [], canUndo: false, isUndone: true }
    const { requests } = await openPanel({ runs: [made], replies: { assistant: { undo: () => undone } } })
    await panel.getByRole('button', { name: 'Three pears and a stoneware vase' }).click()
    await expect.element(about.getByText('Three pears and a stoneware vase')).toBeVisible()
    await expect.element(panel.getByText('4.00 credits, 1,240 tokens')).toBeVisible()
    await panel.getByRole('button', { name: 'Undo all it did' }).click()
    await expect.element(panel.getByText('Undone. Its cards are in the trash.')).toBeVisible()
    expect(sent(requests, `/api/assistant/runs/${made.id}/undo`)).toHaveLength(1)
  })

  it('goes on with its conversation, until a new one is begun', async () => {
    const { requests } = await openPanel({
      runs: [run()],
      replies: { projects: { askAssistant: ({ runId }) => run({ id: runId, state: 'done', endedAt: null }) } },
    })
    await expect.element(panel.getByText('I read the board first.')).toBeVisible()
    await userEvent.type(field, 'More{Enter}')
    await expect.poll(() => asked(requests)).toMatchObject([{ conversationId: uuid(701) }])
    await panel.getByRole('button', { name: 'New conversation' }).click()
    await expect.element(panel.getByText('What shall we make?')).toBeVisible()
    await userEvent.type(field, 'Other{Enter}')
    await expect.poll(() => asked(requests)[1]).toMatchObject({ conversationId: null })
  })
})

describe('earlier conversations', () => {
  const earlier = run({
    id: uuid(710),
    conversationId: uuid(711),
    request: 'Make the spring first',
    parts: [{ kind: 'text', text: 'Spring is on the board.' }],
    createdAt: '2026-11-20T10:00:00.000Z',
  })
  const listed = [
    { id: uuid(701), title: 'Make the winter too', runs: 1, lastAt: run().createdAt },
    { id: uuid(711), title: 'Make the spring first', runs: 12, lastAt: earlier.createdAt },
  ]
  const replies: Replies = {
    projects: {
      assistantConversations: () => ({ items: listed, nextCursor: null }),
      assistantRuns: ({ conversationId }) => ({
        items: conversationId === uuid(711) ? [earlier] : [run()],
        nextCursor: null,
      }),
      askAssistant: ({ runId }) =>
        run({ ...earlier, id: runId, request: 'And more', createdAt: '2026-11-24T11:00:00.000Z' }),
    },
  }
  const list = panel.getByRole('button', { name: 'Conversations' })

  it('are listed newest first, opened, and gone on with', async () => {
    const { requests } = await openPanel({ replies })
    await expect.element(panel.getByText('I read the board first.')).toBeVisible()
    await list.click()
    await expect
      .element(panel.getByRole('button', { name: 'Make the winter too' }))
      .toHaveAttribute('aria-current', 'true')
    const titles = panel.getByRole('listitem').elements()
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Make the winter too.*1 request$/),
      expect.stringMatching(/^Make the spring first.*12 requests$/),
    ])
    await expectNoViolationsInBothThemes()
    await panel.getByRole('button', { name: 'Make the spring first' }).click()
    await expect.element(panel.getByText('Spring is on the board.')).toBeVisible()
    await expect.element(panel.getByText('I read the board first.')).not.toBeInTheDocument()
    await userEvent.type(field, 'And more{Enter}')
    await expect.poll(() => asked(requests)).toMatchObject([{ conversationId: uuid(711) }])
    await expect.element(panel.getByText('And more')).toBeVisible()
  })

  it('say so where there are none, and where they can not be loaded', async () => {
    const { reply } = await openPanel({ replies: { projects: { assistantConversations: lostConnection } } })
    await list.click()
    await expect.element(panel.getByText('The conversations could not be loaded')).toBeVisible()
    reply({ projects: { assistantConversations: () => ({ items: [], nextCursor: null }) } })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.element(panel.getByText('No conversations yet.')).toBeVisible()
    await list.click()
    await expect.element(field).toBeVisible()
  })
})

describe('without a language model', () => {
  it('the panel says what enables it, with a form that works', async () => {
    const own = {
      provider: 'openai',
      baseUrl: null,
      model: 'gpt-x',
      lastFour: '1234',
      savedAt: run().createdAt,
    } as const
    const { requests } = await openPanel({
      setup: withoutModel,
      replies: {
        assistant: {
          models: () => ({ items: [{ id: 'gpt-x', name: 'gpt-x' }], nextCursor: null }),
          saveModel: () => ({ own, server: null }),
        },
      },
    })
    await expect.element(panel.getByText('Connect a language model')).toBeVisible()
    await expect.element(field).not.toBeInTheDocument()
    await expectNoViolationsInBothThemes()
    await panel.getByRole('combobox', { name: 'Provider' }).selectOptions('openai')
    await panel.getByRole('textbox', { name: 'Key' }).fill('sk-1234')
    await panel.getByRole('button', { name: 'Find models' }).click()
    await expect.element(panel.getByText('1 model found')).toBeVisible()
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(field).toBeVisible()
    const saved = requests.filter(({ method, path }) => method === 'PUT' && path === '/api/assistant/model')
    expect(saved.map(({ body }) => body)).toEqual([{ provider: 'openai', key: 'sk-1234', model: 'gpt-x' }])
  })

  it('a refused key is shown at its field', async () => {
    const wrong = { issues: [{ path: ['key'], message: 'Anthropic doesn’t accept this key.' }] }
    await openPanel({
      setup: withoutModel,
      replies: { assistant: { models: () => refuse('invalid', { data: wrong }) } },
    })
    await panel.getByRole('textbox', { name: 'Key' }).fill('x')
    await panel.getByRole('button', { name: 'Find models' }).click()
    await expect.element(panel.getByText('Anthropic doesn’t accept this key.')).toBeVisible()
  })

  it('one of the server can be tested, and replaced by one of the user', async () => {
    await openPanel({
      replies: {
        assistant: { test: () => ({ state: 'answers', ms: 120, reason: null, at: run().createdAt }) },
      },
    })
    await panel.getByRole('button', { name: 'Language model' }).click()
    await expect.element(panel.getByText(/This server lends claude-sonnet-5/)).toBeVisible()
    await panel.getByRole('button', { name: 'Test' }).click()
    await expect.element(panel.getByText('It answers, in 120 ms.')).toBeVisible()
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(field).toBeVisible()
  })
})
