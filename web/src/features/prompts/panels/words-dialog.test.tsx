import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import {
  chooseFiles,
  dialog,
  expectFocused,
  expectFocusOn,
  focus,
  openByKeys,
  pictureFile,
} from '#web/testing/composer.ts'
import type { FakeAccount } from '#web/testing/fake-account.ts'
import { type PlainReplies, type Replies, refuse } from '#web/testing/fake-server.ts'
import { namedReference, savedPrompt, wordList } from '#web/testing/fake-words.ts'
import { WordsDialog, type WordsDialogProps } from './words-dialog.tsx'

const title = 'Saved prompts, references and lists'
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('form').getByLabelText(name, { exact: true })
const rows = () =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('p')?.textContent)
const question = page.getByRole('alertdialog')
const saveForm = () => page.getByRole('form').getByRole('button', { name: 'Save', exact: true }).click()

const prompts = [
  savedPrompt(),
  savedPrompt({
    id: uuid(802),
    name: '雪の港',
    text: '雪の港、夜明け',
    tags: ['snow', 'sea'],
    model: 'krea-2',
    usedCount: 3,
  }),
  savedPrompt({ id: uuid(803), name: 'חוף הים', text: 'חוף הים בזריחה, אור רך' }),
]
const words = { savedPrompts: prompts, references: [namedReference()], wordLists: [wordList()] }

let root: Root | null = null
afterEach(() => {
  root?.unmount()
  root = null
})

type Options = Partial<WordsDialogProps> & {
  account?: Partial<FakeAccount>
  replies?: Replies
  plain?: PlainReplies
}

/** Opens the dialog as the prompt box does; `taken` lists what it puts there. */
async function openWords({ account = words, replies = {}, plain = {}, ...over }: Options = {}) {
  const server = await openApp('/no/such/page', { account, replies, plain })
  const taken: string[] = []
  const element = document.createElement('div')
  document.body.append(element)
  const opened = createRoot(element)
  root = opened
  const props: WordsDialogProps = {
    tab: 'prompts',
    written: null,
    opens: null,
    onUse: ({ text }) => void taken.push(text),
    onInsert: (text) => void taken.push(text),
    onClose: () => opened.render(null),
    ...over,
  }
  opened.render(
    <QueryClientProvider client={queryClient}>
      <WordsDialog {...props} />
    </QueryClientProvider>,
  )
  await expect.element(tab('Prompts')).toBeVisible()
  return { server, taken }
}

const sentTo = (server: { requests: readonly { method: string; path: string; body: unknown }[] }, call: string) =>
  server.requests.filter(({ method, path }) => `${method} ${path}`.startsWith(call)).map(({ body }) => body)

/** Chooses a file by a button that opens the system's file dialog. */
async function choose(buttonName: string, file: File): Promise<void> {
  const system = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
  await button(buttonName).click()
  await chooseFiles(file)
  system.mockRestore()
}

const imported = (reply: object) => () => Response.json(reply, { status: 201 })

describe('<WordsDialog> with saved prompts', () => {
  it('finds one by the server and uses it', async () => {
    const { server, taken } = await openWords()
    await expect.poll(rows).toEqual(['Fog', '雪の港', 'חוף הים'])
    await expectText('Krea 2 · Used 3 times')
    await page.getByRole('searchbox').fill('sea')
    await expect.poll(rows).toEqual(['雪の港'])
    expect(sentTo(server, 'GET /api/saved-prompts?q=sea')).toHaveLength(1)
    await page.getByRole('searchbox').fill('xyz')
    await button('Clear the search').click()
    await expect.poll(rows).toHaveLength(3)
    await button('Use 雪の港').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(taken).toEqual(['雪の港、夜明け'])
  })

  it('saves what is written, and keeps it where the server refuses the name', async () => {
    const settings = { aspectRatio: '16:9', rawMode: true } as const
    const written = { prompt: 'Fog over a quiet harbor, boats', model: 'krea-2', settings }
    const { server } = await openWords({ written })
    await button('Save what is written').click()
    await expect.element(field('Name')).toHaveValue('Fog over a quiet harbor, boats')
    await field('Name').fill('Fog')
    await field('Tags').fill('sea, fog')
    await page.getByRole('checkbox').click()
    await expectText('Krea 2, 16:9, Raw')
    await saveForm()
    await expectText('You have a prompt of this name.')
    await expect.element(field('Tags')).toHaveValue('sea, fog')
    await field('Name').fill('Quiet harbor')
    await saveForm()
    await expect.poll(() => rows()[0]).toBe('Quiet harbor')
    expect(sentTo(server, 'POST /api/saved-prompts').at(-1)).toMatchObject({
      ...{ name: 'Quiet harbor', text: written.prompt, tags: ['sea', 'fog'], model: 'krea-2', settings },
    })
    await expectFocused(button('Save what is written'))
  })

  it('edits one, asks before it discards changes, and deletes it after a confirmation', async () => {
    const { server } = await openWords()
    await button('Edit 雪の港').click()
    await field('Name').fill('')
    await saveForm()
    await expectText('Give the prompt a name.')
    await field('Name').fill('Snow')
    await userEvent.keyboard('{Escape}')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(field('Name')).toHaveValue('Snow')
    await page.getByRole('checkbox').click()
    await saveForm()
    await expect.poll(rows).toEqual(['Fog', 'Snow', 'חוף הים'])
    expect(sentTo(server, 'PATCH /api/saved-prompts')).toMatchObject([{ name: 'Snow', model: null, settings: null }])
    await button('Delete Snow').click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(rows).toEqual(['Fog', 'חוף הים'])
  })

  it('reads the next page, and tries again where a page fails', async () => {
    let fails = true
    await openWords({
      replies: {
        savedPrompts: {
          list: ({ cursor }) => {
            if (cursor === undefined) return { items: [savedPrompt()], nextCursor: 'next' }
            return fails
              ? refuse('not-found')
              : { items: [savedPrompt({ id: uuid(802), name: 'Snow' })], nextCursor: null }
          },
        },
      },
    })
    await button('Show more').click()
    await expectText('More prompts could not be read.')
    fails = false
    await button('Try again').click()
    await expect.poll(rows).toEqual(['Fog', 'Snow'])
  })

  it('imports a file with what was refused and why, and exports three formats', async () => {
    const refused = [{ name: 'Fog', message: 'You have a prompt of this name.' }]
    const { server } = await openWords({ plain: { 'POST /api/saved-prompts/import': imported({ saved: 2, refused }) } })
    await choose('Import', new File(['name,prompt'], 'styles.csv', { type: 'text/csv' }))
    await expectText('2 prompts imported. 1 could not be imported:')
    await expectText('Fog You have a prompt of this name.')
    server.replyPlain({
      'POST /api/saved-prompts/import': () =>
        Response.json({ code: 'invalid', message: 'The file is no text.' }, { status: 400 }),
    })
    await choose('Import', new File(['\0'], 'a.csv'))
    await expectText('The file is no text.')
    const links = page.getByRole('dialog').getByRole('link').elements()
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['json', 'text', 'csv'].map((format) => `/api/saved-prompts/export?format=${format}`),
    )
  })

  it('explains what they are for, and manages alone when the command opens it', async () => {
    await openApp('/edit')
    await expect.element(page.getByRole('link', { name: 'Espalier', exact: true })).toBeVisible()
    const palette = page.getByRole('combobox', { name: 'Type a command' })
    await openByKeys('{Control>}k{/Control}', palette)
    await palette.fill('saved prompts')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog(title).getByText('No saved prompts yet')).toBeVisible()
    await tab('Lists').click()
    await expectText('Keep words in a list')
    await tab('References').click()
    await expectText('Name pictures of a person')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog(title)).not.toBeInTheDocument()
  })
})

describe('<WordsDialog> with references', () => {
  it('creates one from an upload and a recent image, and inserts it', async () => {
    const { server, taken } = await openWords({ tab: 'references', account: {} })
    await button('New reference').click()
    await field('Name').fill('two words')
    await saveForm()
    await expectText('Choose at least one picture.')
    await expect.element(field('Name')).toHaveAccessibleDescription(/^Letters, digits/)
    await field('Name').fill('@bottle')
    await field('Kind').selectOptions('Product')
    server.replyPlain({
      'POST /api/uploads': () => Response.json({ code: 'invalid', message: 'No picture.' }, { status: 400 }),
    })
    await choose('Add', pictureFile('bottle.png'))
    await expectText('bottle.png No picture.')
    server.replyPlain({ 'POST /api/uploads': imported({ id: uuid(970) }) })
    await button('Upload bottle.png again').click()
    await expect.element(button('Remove picture 1')).toBeVisible()
    await page.getByRole('group', { name: 'Your latest images' }).getByRole('button').nth(1).click()
    await saveForm()
    await button('Insert @bottle').click()
    expect(taken).toEqual(['@bottle'])
    expect(sentTo(server, 'POST /api/references')).toMatchObject([
      { name: 'bottle', kind: 'product', imageIds: [uuid(21)], uploadIds: [uuid(970)] },
    ])
  })

  it('makes a new version of other pictures alone', async () => {
    const { server } = await openWords({ tab: 'references' })
    await button('Edit @anna').click()
    await field('Name').fill('Anna')
    await saveForm()
    await button('Edit @Anna').click()
    await expectText('Other pictures make version 2')
    await page.getByRole('group', { name: 'Your latest images' }).getByRole('button').nth(2).click()
    await button('Remove picture 1').click()
    await saveForm()
    await expectText('Character · 1 picture · 2 versions')
    expect(sentTo(server, 'PATCH /api/references')).toEqual([
      { name: 'Anna', kind: 'character' },
      { name: 'Anna', kind: 'character', imageIds: [uuid(22)], uploadIds: [] },
    ])
    await button('Delete @Anna').click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectText('No references yet')
  })
})

describe('<WordsDialog> with lists', () => {
  it('edits the words as lines with weights, and inserts the name', async () => {
    const { server, taken } = await openWords({ tab: 'lists' })
    await button('Edit __light__').click()
    await expect.element(field('Words')).toHaveValue('dawn\n2::dusk')
    await field('Words').fill('dawn\n2::dusk\n0.5::__other__ in fog\n')
    await expectText('3 words.')
    server.reply({ wordLists: { change: () => refuse('unavailable', { message: 'Try again soon.' }) } })
    await saveForm()
    await expectText('Try again soon.')
    await field('Words').fill('dawn\n2::dusk\n0.5::__other__')
    server.reply({
      wordLists: { change: ({ id, name, words: sent }) => ({ ...wordList({ id, name }), words: sent as never }) },
    })
    await saveForm()
    await expect
      .poll(() => sentTo(server, 'PUT /api/word-lists').at(-1))
      .toEqual({
        name: 'light',
        words: [
          { text: 'dawn', weight: 1 },
          { text: 'dusk', weight: 2 },
          { text: '__other__', weight: 0.5 },
        ],
      })
    await button('Insert __light__').click()
    expect(taken).toEqual(['__light__'])
  })

  it('imports a text file under a name and a YAML file without one', async () => {
    const refused = [{ name: 'a b', message: 'A name has letters.' }]
    const { server } = await openWords({
      tab: 'lists',
      plain: { 'POST /api/word-lists/import': imported({ saved: 1, refused }) },
    })
    await choose('Import', new File(['dawn'], 'Film stock.txt', { type: 'text/plain' }))
    await expect.element(field('Name')).toHaveValue('Film-stock')
    await page.getByRole('form').getByRole('button', { name: 'Import' }).click()
    await expectText('a b A name has letters.')
    await button('Dismiss').click()
    await choose('Import', new File(['a: [b]'], 'lists.yaml'))
    const addresses = () => server.requests.map(({ path }) => path).filter((path) => path.includes('import'))
    await expect.poll(addresses).toEqual(['/api/word-lists/import?name=Film-stock', '/api/word-lists/import'])
    await expectText('1 list imported.')
  })
})

describe('<WordsDialog> by keyboard and screen reader', () => {
  it('moves among tabs by arrows, and back from a form by Escape', async () => {
    await openWords()
    await expectFocusOn('[type=search]')
    await focus(tab('Prompts'))
    await userEvent.keyboard('{ArrowRight}')
    await expectFocused(tab('References'))
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Lists')).toHaveAttribute('aria-selected', 'true')
    await focus(button('Edit __light__'))
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Name')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expectFocused(button('Edit __light__'))
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('has no violations in its tabs and forms, also on a phone, where nothing is wider than the screen', async () => {
    await page.viewport(390, 844)
    await openWords({ written: { prompt: 'Fog', model: 'krea-2', settings: null } })
    await expect.poll(rows).toHaveLength(3)
    await expectNoViolationsInBothThemes()
    await tab('References').click()
    await expect.element(button('Edit @anna')).toBeVisible()
    // Its four buttons stand below its name.
    const name = page.getByRole('dialog').getByRole('listitem').element().querySelector('p')
    expect(name?.clientWidth).toBeGreaterThan(200)
    await button('Edit @anna').click()
    await expect.element(button('Remove picture 1')).toBeVisible()
    await expectNoViolationsInBothThemes()
    const modal = page.getByRole('dialog').element()
    expect(modal.scrollWidth).toBeLessThanOrEqual(390)
  })
})
