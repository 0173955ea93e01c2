import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { languageModelQuery } from '#web/data/words/language-model.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { generationFor } from '#web/testing/composer.ts'
import { type FakeServer, lostConnection, type Replies } from '#web/testing/fake-server.ts'

const times = { createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' }
const saved = {
  id: uuid(700),
  name: 'Fog at dawn',
  text: 'a heron in fog',
  tags: [],
  model: null,
  settings: null,
  usedCount: 3,
  ...times,
}
const alpha = { ...saved, id: uuid(710), name: 'Alpha', text: 'ALPHA TEXT' }
const anna = {
  id: uuid(701),
  name: 'anna',
  kind: 'character' as const,
  versions: [{ id: uuid(702), imageIds: [uuid(20)], uploadIds: [], createdAt: times.createdAt }],
}
const light = { id: uuid(703), name: 'light', words: [{ text: 'dawn', weight: 1 }], ...times }
const list = <Item,>(items: Item[]) => ({ items, nextCursor: null })
const better = 'a red fox at dawn'
const priced = (price: number) => ({
  languageModel: () => ({ languageModel: 'claude (Anthropic)', price }),
  improve: () => ({ prompt: better, languageModel: 'claude (Anthropic)', price }),
})
const words: Replies = {
  savedPrompts: { list: () => list([alpha, saved]), use: () => saved },
  references: { list: () => list([anna]) },
  wordLists: { list: () => list([light]) },
  prompts: priced(0),
  generations: { request: generationFor },
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
async function open(replies: Replies = {}) {
  const server = await openApp('/image', { replies: { ...words, ...replies } })
  const field = page.getByRole('textbox', { name: 'Prompt' })
  return { server, field, node: () => field.element() as HTMLTextAreaElement }
}
const improve = page.getByRole('button', { name: 'Improve', exact: true })
const proposal = page.getByRole('dialog', { name: 'Improve prompt' })
const accept = () => proposal.getByRole('button', { name: 'Accept', exact: true })
const option = (name: RegExp) => page.getByRole('option', { name })
const go = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

/** The bodies of the requests for generations so far. */
const sentTo = ({ requests }: FakeServer) =>
  requests
    .filter(({ path, method }) => method === 'POST' && path === '/api/generations')
    .map(({ body }) => body as Record<string, unknown>)
const askedOf = ({ requests }: FakeServer) => requests.filter(({ path }) => path === '/api/prompts/improve').length

describe('an improved prompt', () => {
  it('is not what a saved prompt that replaces it comes from', async () => {
    const { server, field } = await open()
    await field.fill('a fox')
    await improve.click()
    await accept().click()
    await expect.element(field).toHaveValue(better)
    await page.getByRole('button', { name: 'Library', exact: true }).click()
    await page.getByRole('button', { name: 'Use Fog at dawn' }).click()
    await expect.element(field).toHaveValue('a heron in fog')
    await field.click()
    await go()
    await expect.poll(() => sentTo(server).length).toBe(1)
    expect(sentTo(server)[0]).toMatchObject({ prompt: 'a heron in fog' })
    expect(sentTo(server)[0]?.improvedFrom).toBeUndefined()
  })

  it('is improved again by a redo', async () => {
    const { field } = await open()
    await field.fill('a fox')
    await improve.click()
    await accept().click()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(field).toHaveValue('a fox')
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expect.element(field).toHaveValue(better)
    await expect.element(page.getByRole('button', { name: 'Back to my text' }), { timeout: 1_000 }).toBeVisible()
  })

  it('comes from what was asked about, where the field was cleared meanwhile', async () => {
    const { server, field } = await open()
    await field.fill('a fox')
    await improve.click()
    await expect.element(accept()).toBeVisible()
    await field.fill('')
    await accept().click()
    await expect.element(field).toHaveValue(better)
    await go()
    await expect.poll(() => sentTo(server).length).toBe(1)
    expect(sentTo(server)[0]?.improvedFrom).toBe('a fox')
  })
})

describe('the panel that improves a prompt', () => {
  it('goes on where Improve is pressed twice', async () => {
    const { field } = await open({
      prompts: {
        ...priced(50),
        improve: async () => {
          await pause(1_500)
          return { prompt: better, languageModel: 'claude (Anthropic)', price: 50 }
        },
      },
    })
    await field.fill('a fox')
    await improve.click()
    await expect.element(proposal.getByText(/improves this prompt for 0.50/)).toBeVisible()
    const box = proposal.getByRole('button', { name: 'Improve', exact: true }).element().getBoundingClientRect()
    const press = () => {
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      at?.closest('button')?.click()
    }
    press()
    await pause(150)
    press()
    await expect.element(accept(), { timeout: 4_000 }).toBeVisible()
  })

  it('keeps its proposal where the connection is lost later', async () => {
    const { server, field } = await open({ prompts: priced(50) })
    await field.fill('a fox')
    await improve.click()
    await proposal.getByRole('button', { name: 'Improve', exact: true }).click()
    await expect.element(accept()).toBeVisible()
    server.reply({ prompts: { languageModel: lostConnection } })
    // As a return to the window does after 30 seconds.
    await queryClient.refetchQueries({ queryKey: languageModelQuery.queryKey })
    await pause(100)
    expect(accept().query()).not.toBeNull()
  })

  it('asks nothing at a price of before', async () => {
    const { server, field } = await open()
    await field.fill('a fox')
    await improve.click()
    await expect.element(accept()).toBeVisible()
    await proposal.getByRole('button', { name: 'Keep mine', exact: true }).click()
    expect(askedOf(server)).toBe(1)
    server.reply({ prompts: priced(50) })
    // As 30 seconds later.
    await queryClient.invalidateQueries({ queryKey: languageModelQuery.queryKey, refetchType: 'none' })
    await improve.click()
    await pause(500)
    expect(askedOf(server)).toBe(1)
  })

  it('keeps the focus inside while it is asked by a key', async () => {
    const { field } = await open({
      prompts: {
        ...priced(50),
        improve: async () => {
          await pause(1_500)
          return { prompt: better, languageModel: 'c', price: 50 }
        },
      },
    })
    await field.fill('a fox')
    await improve.click()
    const ask = proposal.getByRole('button', { name: 'Improve', exact: true })
    await expect.element(ask).toBeVisible()
    ;(ask.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(proposal.getByRole('button', { name: 'Stop' })).toBeVisible()
    expect(proposal.element().contains(document.activeElement)).toBe(true)
  })

  it('has its buttons in view in a low window', async () => {
    await page.viewport(640, 360)
    const long = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')
    const { field } = await open({
      prompts: { ...priced(0), improve: () => ({ prompt: long, languageModel: 'c', price: 0 }) },
    })
    await field.fill('a fox')
    await improve.click()
    await expect.element(accept()).toBeVisible()
    await pause(300)
    const { top, bottom } = accept().element().getBoundingClientRect()
    await page.viewport(1280, 800)
    expect([top >= 0, bottom <= 360]).toEqual([true, true])
  })

  it('keeps the first proposal where the second one is lost', async () => {
    const { server, field } = await open({ prompts: priced(50) })
    await field.fill('a fox')
    await improve.click()
    await proposal.getByRole('button', { name: 'Improve', exact: true }).click()
    await expect.element(accept()).toBeVisible()
    server.reply({ prompts: { improve: lostConnection } })
    await proposal.getByRole('button', { name: 'Again', exact: true }).click()
    await expect.element(proposal.getByRole('alert')).toBeVisible()
    expect(accept().query()).not.toBeNull()
  })
})

describe('suggestions and the panel', () => {
  it('take no name of before while the typed one is read', async () => {
    const { field } = await open({
      savedPrompts: {
        list: async ({ q = '' }) => {
          if (q !== '') await pause(3_000)
          return list(q === '' ? [alpha, saved] : [saved])
        },
        use: () => saved,
      },
    })
    await field.click()
    await userEvent.keyboard('/')
    await expect.element(option(/^Alpha/)).toBeVisible()
    await userEvent.keyboard('fog')
    await userEvent.keyboard('{Enter}')
    await pause(100)
    expect((field.element() as HTMLTextAreaElement).value).not.toContain('ALPHA')
  })

  it('offer a list whose name is typed but not closed', async () => {
    const { field } = await open()
    await field.click()
    await userEvent.keyboard('__ligh')
    await expect.element(option(/^light/)).toBeVisible()
    await userEvent.keyboard('t')
    await pause(300)
    expect(option(/^light/).query()).not.toBeNull()
  })

  it('replace the whole name that the caret stands in', async () => {
    const { field, node } = await open()
    await field.fill('@nna in fog')
    node().setSelectionRange(1, 1)
    await userEvent.keyboard('a')
    await expect.element(option(/^anna/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await pause(100)
    expect(node().value.trim()).toMatch(/^@anna +in fog$/)
  })

  it('set the ratio of a saved prompt at once, also while its style is read', async () => {
    const { server, field } = await open({
      savedPrompts: {
        list: () => list([{ ...saved, settings: { aspectRatio: '1:1' as const, style: uuid(900) } }]),
        use: () => saved,
      },
      styles: {
        list: async () => {
          await pause(2_500)
          return { items: [] } as never
        },
      },
    })
    await field.click()
    await userEvent.keyboard('/')
    await option(/^Fog/).click()
    await go()
    await expect.poll(() => sentTo(server).length).toBe(1)
    expect(sentTo(server)).toMatchObject([{ prompt: 'a heron in fog', aspectRatio: '1:1' }])
  })

  it('leave Shift and Enter to the field', async () => {
    const { field, node } = await open()
    await field.click()
    await userEvent.keyboard('@an')
    await expect.element(option(/^anna/)).toBeVisible()
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await pause(100)
    expect(node().value).toBe('@an\n')
  })

  it('put a name before a word as a name of its own', async () => {
    const { field, node } = await open()
    await field.fill('fox in fog')
    node().setSelectionRange(0, 0)
    await page.getByRole('button', { name: 'Library', exact: true }).click()
    await page.getByRole('tab', { name: 'References', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: '@anna' }).getByRole('button').first().click()
    await expect.element(field).toHaveValue('@anna fox in fog')
  })
})
