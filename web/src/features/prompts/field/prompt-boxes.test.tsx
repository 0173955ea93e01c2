import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { generationFor, openByKey } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { openBoard } from '#web/testing/fake-board.ts'
import { offeredEdits } from '#web/testing/fake-edits.ts'
import { type FakeServer, lostConnection, type Replies, refuse } from '#web/testing/fake-server.ts'
import { openEditor } from '#web/testing/image-editor.ts'

const saved = {
  id: uuid(700),
  name: 'Fog at dawn',
  text: 'a {subject} in fog at dawn',
  tags: [],
  model: null,
  settings: null,
  usedCount: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
}
const anna = {
  id: uuid(701),
  name: 'anna',
  kind: 'character' as const,
  versions: [{ id: uuid(702), imageIds: [uuid(20)], uploadIds: [], createdAt: '2026-11-01T10:00:00.000Z' }],
}
const light = {
  id: uuid(703),
  name: 'light',
  words: [
    { text: 'dawn', weight: 1 },
    { text: 'dusk', weight: 2 },
  ],
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
}
const list = <Item,>(items: Item[]) => ({ items, nextCursor: null })
const better = 'a red fox at dawn'

const words: Replies = {
  savedPrompts: {
    list: ({ q = '' }) => list(saved.name.toLowerCase().includes(q.toLowerCase()) ? [saved] : []),
    use: () => ({ ...saved, usedCount: 4 }),
  },
  references: { list: () => list([anna]) },
  wordLists: { list: () => list([light]) },
  prompts: {
    languageModel: () => ({ languageModel: 'claude (Anthropic)', price: 0 }),
    improve: () => ({ prompt: better, languageModel: 'claude (Anthropic)', price: 0 }),
  },
}
const instruct = { executor: 'Nano Banana', model: 'nano-banana', price: 101, seconds: 10, needsMask: false }
const instructed = {
  executor: 'Nano Banana',
  price: 101,
  seconds: 10,
  enabledBy: null,
  executors: [instruct],
}

type Box = { readonly name: string; open(replies?: Replies): Promise<{ server: FakeServer; field: Locator }> }

/** Every place where a prompt is written. A new one belongs here. */
const boxes: readonly Box[] = [
  {
    name: 'the image page',
    async open(replies = {}) {
      const server = await openApp('/image', { replies: { ...words, ...replies } })
      return { server, field: page.getByRole('textbox', { name: 'Prompt' }) }
    },
  },
  {
    name: 'the prompt bar',
    async open(replies = {}) {
      const server = await openBoard({
        cards: [completedGeneration(2)],
        replies: { ...words, generations: { request: generationFor }, ...replies },
      })
      await userEvent.keyboard('n')
      const bar = page.getByRole('region', { name: 'Prompt bar' })
      return { server, field: bar.getByRole('textbox', { name: 'Prompt' }) }
    },
  },
  {
    name: 'the panel of a branch',
    async open(replies = {}) {
      const server = await openBoard({ cards: [completedGeneration(2)], replies: { ...words, ...replies } })
      const kinds = page.getByRole('dialog', { name: 'Create New Branch' })
      await openByKey(uuid(2), 'b', kinds)
      await kinds.getByRole('button', { name: 'Remix' }).click()
      return { server, field: page.getByRole('dialog', { name: 'Remix', exact: true }).getByRole('textbox') }
    },
  },
  {
    name: 'the editor',
    async open(replies = {}) {
      const server = await openEditor({ ...words, ...replies })
      const editor = page.getByRole('dialog', { name: 'Edit image 2 of 4' })
      return { server, field: editor.getByRole('textbox', { name: 'What to change' }) }
    },
  },
  {
    name: 'the page that edits an image',
    async open(replies = {}) {
      const server = await openApp('/edit', {
        replies: {
          ...words,
          editOperations: { list: () => list(offeredEdits({ instruct: instructed })) },
          ...replies,
        },
      })
      return { server, field: page.getByRole('textbox', { name: 'Prompt' }) }
    },
  },
  {
    name: 'a branch that is run again',
    async open(replies = {}) {
      const server = await openBoard({ cards: [completedGeneration(2)], replies: { ...words, ...replies } })
      const panel = page.getByRole('dialog', { name: 'Run this branch again' })
      await openByKey(uuid(2), 'r', panel)
      return { server, field: panel.getByRole('textbox') }
    },
  },
]
const [imagePage] = boxes as [Box]

const improve = page.getByRole('button', { name: 'Improve', exact: true })
const proposal = page.getByRole('dialog', { name: 'Improve prompt' })
const press = (name: string) => proposal.getByRole('button', { name, exact: true }).click()
const suggestion = (name: RegExp) => page.getByRole('option', { name })

// In one test: opening a box takes most of the time.
it.each(boxes)(
  '$name suggests what is saved, and improves with one undo; Escape closes these alone',
  async ({ open }) => {
    const { field } = await open()
    await field.fill('')
    await field.click()
    await userEvent.keyboard('@')
    await expect.element(suggestion(/^anna/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(suggestion(/^anna/)).not.toBeInTheDocument()

    await field.fill('')
    await userEvent.keyboard('@an')
    await suggestion(/^anna/).click()
    await userEvent.keyboard('in __lig')
    await expect.element(suggestion(/^light/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('@anna in __light__ ')
    await userEvent.keyboard('/fog')
    await expect.element(suggestion(/^Fog at dawn/)).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('@anna in __light__ a {subject} in fog at dawn')
    await expect.element(page.getByRole('button', { name: 'Library' }).last()).toBeVisible()

    await field.fill('a fox')
    await improve.click()
    await expect.element(proposal.getByRole('button', { name: 'Accept' })).toBeVisible()
    await field.click()
    await userEvent.keyboard('{Escape}')
    await expect.element(proposal).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
    await improve.click()
    await press('Accept')
    await expect.element(field).toHaveValue(better)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(field).toHaveValue('a fox')
  },
)

describe('improving a prompt', () => {
  it('shows the difference, and by whom and for how much, before anything is replaced', async () => {
    const { field } = await imagePage.open()
    await field.fill('a fox')
    await improve.click()
    await expect.element(proposal.getByText('claude (Anthropic) · free')).toBeVisible()
    expect(proposal.element().querySelector('ins')?.textContent).toContain('red')
    await expect.element(field).toHaveValue('a fox')
    await expectNoViolationsInBothThemes()
    await press('Keep mine')
    await expect.element(field).toHaveValue('a fox')
  })

  it('sends what was written beside the improved prompt, until the user goes back to it', async () => {
    const { server, field } = await imagePage.open({ generations: { request: generationFor } })
    await field.fill('a fox')
    await improve.click()
    await press('Accept')
    await page.getByRole('button', { name: 'Back to my text' }).click()
    await expect.element(field).toHaveValue('a fox')
    await expect.element(page.getByRole('button', { name: 'Back to my text' })).not.toBeInTheDocument()
    await improve.click()
    await press('Accept')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const sent = () => server.requests.filter(({ path, method }) => method === 'POST' && path === '/api/generations')
    await expect.poll(() => sent().map(({ body }) => body)).toMatchObject([{ prompt: better, improvedFrom: 'a fox' }])
  })

  it('says its price before it asks, where it has one', async () => {
    const { server, field } = await imagePage.open({
      prompts: {
        languageModel: () => ({ languageModel: 'claude (Anthropic)', price: 50 }),
        improve: () => ({ prompt: better, languageModel: 'claude (Anthropic)', price: 50 }),
      },
    })
    await field.fill('a fox')
    await improve.click()
    await expect.element(proposal.getByText('claude (Anthropic) improves this prompt for 0.50 credits.')).toBeVisible()
    const asked = () => server.requests.filter(({ path }) => path === '/api/prompts/improve')
    expect(asked()).toEqual([])
    await press('Improve')
    await expect.element(proposal.getByText('claude (Anthropic) · 0.50 credits')).toBeVisible()
  })

  it('says why an answer can’t be used, keeps the text, and asks again with the same key after a lost reply', async () => {
    const { server, field } = await imagePage.open({ prompts: { ...words.prompts, improve: lostConnection } })
    await field.fill('a fox')
    await improve.click()
    await expect.element(proposal.getByText(/can’t be reached/)).toBeVisible()
    server.reply({
      prompts: { improve: () => refuse('impossible', { message: 'claude answered nothing. Try again.' }) },
    })
    await press('Again')
    await expect.element(proposal.getByText('claude answered nothing. Try again.')).toBeVisible()
    await expect.element(field).toHaveValue('a fox')
    await userEvent.keyboard('{Escape}')
    await expect.element(proposal).not.toBeInTheDocument()
  })

  it('says what enables it without a language model', async () => {
    const { field } = await imagePage.open({
      prompts: { languageModel: () => ({ languageModel: null, price: 0 }) },
      assistant: { setup: () => ({ own: null, server: null }) as never },
    })
    await expect.element(improve).toHaveAttribute('aria-description', 'Write a prompt first.')
    await field.fill('a fox')
    await improve.click()
    await expect.element(proposal.getByText('Improving needs a language model.')).toBeVisible()
    await press('Connect a language model')
    await expect.element(page.getByRole('dialog', { name: 'Connect a language model' })).toBeVisible()
  })
})

describe('suggestions', () => {
  it('are options of the field, chosen by keys, and closed by Escape until another name is begun', async () => {
    const { field } = await imagePage.open()
    await field.click()
    await userEvent.keyboard('@')
    await expect.element(suggestion(/^anna/)).toHaveAttribute('aria-selected', 'true')
    const active = field.element().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toContain('anna')
    await expectNoViolationsInBothThemes()
    await userEvent.keyboard('{Escape}')
    await expect.element(suggestion(/^anna/)).not.toBeInTheDocument()
    await userEvent.keyboard('a')
    expect(suggestion(/^anna/).query()).toBeNull()
    await userEvent.keyboard(' @')
    await expect.element(suggestion(/^anna/)).toBeVisible()
  })

  it('put a saved prompt in with its first variable selected', async () => {
    const { server, field } = await imagePage.open()
    await field.click()
    await userEvent.keyboard('/')
    await suggestion(/^Fog/).click()
    await userEvent.keyboard('heron')
    await expect.element(field).toHaveValue('a heron in fog at dawn')
    await expect.poll(() => server.requests.map(({ path }) => path)).toContain(`/api/saved-prompts/${saved.id}/use`)
  })
})
