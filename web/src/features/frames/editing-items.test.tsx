import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import type { Frame, Note } from '#domain/board/board-item.ts'
import { expectNoViolations, expectText, reloadApp } from '#web/testing/app-under-test.tsx'
import { focus } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { type OpenBoard, openBoard, selectedCards } from '#web/testing/fake-board.ts'
import { mouse } from '#web/testing/hands.ts'

const lake = completedGeneration(2)
const storm = completedGeneration(3, { prompt: 'A lighthouse in a storm', canvasY: 10_400 })
const cards = [lake, storm]
/** Around both cards, and a free part of the canvas to its right. */
const frame: Frame = { id: uuid(700), title: 'For the client', x: 9_950, y: 9_950, width: 900, height: 840 }
const note: Note = { id: uuid(701), text: 'Ask Vera', x: 11_200, y: 10_000 }
const zoom = 0.5

type Items = { readonly frames?: readonly Frame[]; readonly notes?: readonly Note[] }
const open = (items: Items = {}): Promise<OpenBoard> =>
  openBoard({ cards, ...items, on: { zoom, board: { x: 9_950, y: 9_950 }, screen: { x: 300, y: 180 } } })

const title = (name: string) => page.getByRole('button', { name: new RegExp(`^Frame: ${name}`) })
const titleField = page.getByRole('textbox', { name: 'Title of the frame' })
const words = page.getByRole('textbox', { name: 'Text of the note' })
const noteElement = () => document.querySelector<HTMLElement>('article.note')
const surface = page.getByRole('application')
const press = (keys: string) => userEvent.keyboard(keys)
const undo = () => press('{Control>}z{/Control}')
const places = (board: OpenBoard) => board.cards().map(({ canvasX, canvasY }) => [canvasX, canvasY])
const frameOf = (board: OpenBoard, name: string) => board.items().frames.find((each) => each.title === name)
const list = page.getByRole('listbox', { name: 'Frames and notes' })
const texts = (board: OpenBoard) => board.items().notes.map(({ text }) => text)

async function selectNote(): Promise<void> {
  const { x, y } = noteElement()?.getBoundingClientRect() ?? new DOMRect()
  await mouse.press({ x: x + 12, y: y + 12 })
  await expect.element(page.getByRole('toolbar', { name: 'Actions of the selection' })).toBeVisible()
}

describe('a frame', () => {
  it('is made around the selected cards by a key, and named', async () => {
    const board = await open()
    await press('{Control>}a{/Control}')
    await expect.poll(selectedCards).toEqual([lake.id, storm.id])
    await press('a')
    await titleField.fill('For the client')
    await press('{Enter}')
    await expect.element(title('For the client')).toBeVisible()
    await expect
      .poll(() => board.items().frames)
      .toMatchObject([{ title: 'For the client', x: lake.canvasX - 50, y: lake.canvasY - 50 }])
    expect(document.querySelector('.frame-sum')?.textContent).toMatch(/^8 pictures/)
  })

  it('moves what lies in it, as one step that is undone and redone', async () => {
    const board = await open({ frames: [frame] })
    const before = places(board)
    await expect.element(title('For the client')).toBeVisible()
    const { x, y } = title('For the client').element().getBoundingClientRect()
    await mouse.drag({ x: x + 10, y: y + 8 }, { x: 120, y: 60 })
    const by = { x: 120 / zoom, y: 60 / zoom }
    const moved = { ...frame, x: frame.x + by.x, y: frame.y + by.y }
    await expect.poll(() => board.items().frames).toEqual([moved])
    expect(places(board)).toEqual(before.map(([left = 0, top = 0]) => [left + by.x, top + by.y]))
    await undo()
    await expect.poll(() => board.items().frames).toEqual([frame])
    expect(places(board)).toEqual(before)
    await press('{Control>}{Shift>}z{/Shift}{/Control}')
    await expect.poll(() => board.items().frames).toEqual([moved])
  })

  it('is drawn by a drag, resized by its corner and by keys, and deleted', async () => {
    const board = await open()
    await press('a')
    await expect.element(surface).toBeVisible()
    await mouse.drag({ x: 1_000, y: 200 }, { x: 200, y: 160 })
    await expect.element(titleField).toBeVisible()
    await press('{Enter}')
    const size = () => {
      const { width = 0, height = 0 } = board.items().frames[0] ?? {}
      return [Math.round(width), Math.round(height)]
    }
    await expect.poll(size).toEqual([200 / zoom, 160 / zoom])
    await title('Frame 1').click()
    await press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
    await expect.poll(size).toEqual([200 / zoom + 100, 160 / zoom])
    const corner = [...document.querySelectorAll('.canvas-corner')].at(-1)?.getBoundingClientRect() ?? new DOMRect()
    await mouse.drag({ x: corner.x + 5, y: corner.y + 5 }, { x: 0, y: 50 })
    await expect.poll(size).toEqual([200 / zoom + 100, 210 / zoom])
    await press('{Delete}')
    await expect.poll(() => board.items().frames).toEqual([])
  })

  it('is fitted to its content', async () => {
    const board = await open({ frames: [{ ...frame, width: 1_400 }] })
    await title('For the client').click()
    await page.getByRole('button', { name: 'Fit to content' }).click()
    await expect.poll(() => frameOf(board, 'For the client')?.width).toBe(900)
  })

  it('keeps the title that another device has written while its field was open and unchanged', async () => {
    const board = await open({ frames: [frame] })
    await title('For the client').click()
    await press('{Enter}')
    await expect.element(titleField).toBeVisible()
    board.change({ kind: 'title-frame', frameId: frame.id, title: 'For Vera' })
    await press('{Enter}')
    await expect.element(title('For Vera')).toBeVisible()
    expect(board.items().frames.map((each) => each.title)).toEqual(['For Vera'])
  })

  it('is put back with the title that was being typed when another device deleted it', async () => {
    const board = await open({ frames: [frame] })
    await title('For the client').click()
    await press('{Enter}')
    await titleField.fill('For Vera')
    board.change({ kind: 'remove-frame', frameId: frame.id })
    await expect.element(title('For Vera')).toBeVisible()
    await expectText('Your title is on a new frame')
    const { id: _id, title: _title, ...rect } = frame
    await expect.poll(() => board.items().frames).toMatchObject([{ title: 'For Vera', ...rect }])
    await undo()
    await expect.poll(() => board.items().frames).toEqual([])
  })
})

describe('a note', () => {
  it('keeps the words that another device has written while its field was open and unchanged', async () => {
    const board = await open({ notes: [note] })
    await expect.poll(noteElement).not.toBeNull()
    await selectNote()
    await press('{Enter}')
    await expect.element(words).toBeVisible()
    board.change({ kind: 'write-note', noteId: note.id, text: 'Vera has answered' })
    await press('{Escape}')
    await expect.element(page.getByText('Vera has answered', { exact: true })).toBeVisible()
    expect(texts(board)).toEqual(['Vera has answered'])
  })

  it('that another device deletes stays open while it is written, and is put back with its new words', async () => {
    const board = await open({ notes: [note] })
    await expect.poll(noteElement).not.toBeNull()
    await selectNote()
    await press('{Enter}')
    await words.fill('Ask Vera about')
    board.change({ kind: 'remove-note', noteId: note.id })
    await expect.element(list).not.toBeInTheDocument()
    await press(' the season')
    await expect.element(words).toHaveValue('Ask Vera about the season')
    await press('{Escape}')
    await expectText('Your text is in a new note')
    const put = { text: 'Ask Vera about the season', x: note.x, y: note.y }
    await expect.poll(() => board.items().notes).toMatchObject([put])
    expect(board.items().notes[0]?.id).not.toBe(note.id)
    await undo()
    await expect.poll(() => board.items().notes).toEqual([])
  })

  it('that another device deletes while its open field is unchanged is gone once the field is left', async () => {
    const board = await open({ notes: [note] })
    await expect.poll(noteElement).not.toBeNull()
    await selectNote()
    await press('{Enter}')
    await expect.element(words).toBeVisible()
    board.change({ kind: 'remove-note', noteId: note.id })
    await expect.element(list).not.toBeInTheDocument()
    await press('{Escape}')
    await expect.poll(noteElement).toBeNull()
    expect(board.items().notes).toEqual([])
  })

  it("keeps the browser's own menu, and goes on being written, where its field is pressed by the right button", async () => {
    await open({ notes: [note] })
    await expect.poll(noteElement).not.toBeNull()
    await selectNote()
    await press('{Enter}')
    await words.fill('Ask Vera about')
    const { x, y } = words.element().getBoundingClientRect()
    await mouse.press({ x: x + 20, y: y + 10 }, { button: 'right' })
    await expect.element(words).toHaveFocus()
    expect(document.querySelector('[role="menu"]')).toBeNull()
    await expect.element(words).toHaveValue('Ask Vera about')
  })

  it('keeps its new words when the page is left by the history of the browser', async () => {
    const board = await open({ notes: [note] })
    await expect.poll(noteElement).not.toBeNull()
    await selectNote()
    await press('{Enter}')
    await words.fill('Vera has answered')
    window.history.pushState(null, '', '/assets')
    dispatchEvent(new PopStateEvent('popstate'))
    await expect.poll(() => texts(board)).toEqual(['Vera has answered'])
  })

  it('is in a fitted frame as a whole, however long it is', async () => {
    const long = { ...note, x: 10_100, y: 10_900, text: Array(18).fill('A line of the list').join('\n') }
    const board = await open({ frames: [{ ...frame, height: 1_400 }], notes: [long] })
    await title('For the client').click()
    await page.getByRole('button', { name: 'Fit to content' }).click()
    await expect
      .poll(() => {
        const { y = 0, height = 0 } = frameOf(board, 'For the client') ?? {}
        return y + height
      })
      .toBeGreaterThan(long.y + 18 * 38)
  })

  it('is placed, written in Markdown, and shown without any of its HTML', async () => {
    const board = await open()
    await press('s')
    await expect.element(surface).toBeVisible()
    await mouse.press({ x: 1_000, y: 300 })
    await words.fill(
      '# Season\n\nThe **old** photograph <img src=x onerror=alert(1)>\n\n- [decides](https://example.com)\n- [not](javascript:alert(1))',
    )
    await press('{Escape}')
    await expect.poll(() => noteElement()?.querySelector('strong')?.textContent).toBe('old')
    expect(noteElement()?.querySelector('img')).toBeNull()
    const links = [...(noteElement()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['https://example.com'])
    await expect.poll(() => board.items().notes.length).toBe(1)
    await expectNoViolations()
  })

  it('is moved by the arrows, edited by Enter, duplicated and deleted, and comes back by undo after a reload', async () => {
    const board = await open({ notes: [note] })
    await expect.poll(noteElement).not.toBeNull()
    await selectNote()
    await press('{ArrowRight}')
    await expect.poll(() => board.items().notes[0]?.x).toBe(note.x + 10)
    await press('{Enter}')
    await words.fill('Season is ours.')
    await press('{Control>}{Enter}{/Control}')
    await expect.poll(() => texts(board)).toEqual(['Season is ours.'])
    await press('{Control>}d{/Control}')
    await expect.poll(() => board.items().notes.length).toBe(2)
    await press('{Delete}')
    await expect.poll(() => board.items().notes.length).toBe(1)
    await reloadApp()
    await expect.poll(noteElement).not.toBeNull()
    await undo()
    await expect.poll(() => texts(board)).toEqual(['Season is ours.', 'Season is ours.'])
    await undo()
    await expect.poll(() => texts(board)).toEqual(['Season is ours.'])
  })

  it('is shown as another device writes it', async () => {
    const board = await open({ notes: [note] })
    await expect.poll(() => noteElement()?.textContent).toContain('Ask Vera')
    board.change({ kind: 'write-note', noteId: note.id, text: 'Vera agrees.' })
    await expect.poll(() => noteElement()?.textContent).toContain('Vera agrees.')
    board.change({ kind: 'remove-note', noteId: note.id })
    await expect.poll(noteElement).toBeNull()
  })
})

describe('frames and notes without a pointer', () => {
  it('are listed for screen readers, and stepped through', async () => {
    await open({ frames: [frame], notes: [note] })
    const option = list.getByRole('option')
    await focus(option)
    const first = option.element().textContent
    await press('{ArrowDown}')
    await expect.poll(() => option.element().textContent).not.toBe(first)
    await press('{Home}')
    await expect.poll(() => option.element().textContent).toBe(first)
  })

  it('are made: a note by S and Enter, a frame by A and Enter', async () => {
    const board = await open()
    await press('s')
    await expect.element(surface).toBeVisible()
    await press('{Enter}')
    await words.fill('By keys.')
    await press('{Escape}')
    await expect.poll(() => texts(board)).toEqual(['By keys.'])
    await press('{Escape}a')
    await expect.element(surface).toBeVisible()
    await press('{Enter}')
    await titleField.fill('Made by keys')
    await press('{Enter}')
    await expect.poll(() => frameOf(board, 'Made by keys')).toBeDefined()
  })
})

describe('frames and notes selected with cards', () => {
  it('stay where the question is cancelled, else go with them as one step', async () => {
    const board = await open({ frames: [frame], notes: [note] })
    const counts = () => [board.cards().length, board.items().frames.length, board.items().notes.length]
    const question = page.getByRole('alertdialog')
    await expect.poll(noteElement).not.toBeNull()
    await press('{Control>}a{/Control}')
    await expect.poll(selectedCards).toEqual([lake.id, storm.id])
    await press('{Delete}')
    await expect.element(question.getByText('Delete 2 cards, 1 frame and 1 note?')).toBeVisible()
    await expectNoViolations()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(counts()).toEqual([2, 1, 1])
    await press('{Delete}')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectText('Deleted 2 cards, 1 frame and 1 note')
    await expect.poll(counts).toEqual([0, 0, 0])
    await undo()
    await expect.poll(counts).toEqual([2, 1, 1])
  })
})
