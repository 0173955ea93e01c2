import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { expectFocused, focus } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import {
  cardBox,
  cardElement,
  fitBoard,
  grip,
  isCentered,
  isInFreeMiddle,
  type OpenBoard,
  onScreen,
  openBoard,
  selectedCards,
} from '#web/testing/fake-board.ts'
import { mouse } from '#web/testing/hands.ts'

const fox = completedGeneration(2, { prompt: 'A red fox in the snow' })
const bear = completedGeneration(3, { prompt: 'Ein Bär am Fluß', canvasX: 11_000, canvasY: 10_200 })
const crow = completedGeneration(4, { prompt: '夜のカラス', canvasX: 11_500, canvasY: 10_900 })
const cards = [fox, bear, crow]

const open = (): Promise<OpenBoard> => openBoard({ cards })
const places = ({ cards: stored }: OpenBoard) => stored().map(({ id, canvasX, canvasY }) => ({ id, canvasX, canvasY }))

const dimmed = () =>
  [...document.querySelectorAll<HTMLElement>('[data-card][data-dimmed]')].map(({ dataset }) => dataset.card)

describe('the search of cards', () => {
  it('steps through hits by prompt and by model, in any script, and dims the other cards', async () => {
    await open()
    await userEvent.keyboard('{Control>}f{/Control}')
    const field = page.getByLabelText('Find by prompt or model')
    await field.fill('カラス')
    await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await expect.poll(() => isCentered(crow)).toBe(true)
    await field.fill('sketch')
    await expect.element(page.getByText('1 of 3', { exact: true })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('2 of 3', { exact: true })).toBeVisible()
    await expect.poll(() => isCentered(bear)).toBe(true)
    await field.fill('bar')
    await expect.poll(() => dimmed().length).toBeGreaterThan(0)
    expect(dimmed()).not.toContain(bear.id)
    await expectNoViolations()
    await userEvent.keyboard('{Escape}')
    await expect.poll(selectedCards).toEqual([bear.id])
    await expect.poll(dimmed).toEqual([])
  })
})

/** The parts of the minimap with something drawn in them, from the left: how dark each is at most, 0 to 255. */
function drawnParts(): number[] {
  const canvas = document.querySelector<HTMLCanvasElement>('.minimap > canvas')
  const { data = [], width = 0 } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
  const columns = Array.from({ length: width }, () => 0)
  for (let at = 3; at < data.length; at += 4) {
    const column = ((at - 3) / 4) % width
    columns[column] = Math.max(columns[column] ?? 0, data[at] ?? 0)
  }
  return columns.flatMap((alpha, column) =>
    alpha > 0 && columns[column - 1] === 0 ? [Math.max(alpha, columns[column + 2] ?? 0)] : [],
  )
}

describe('the minimap', () => {
  it('moves the view where it is pressed, and can be folded', async () => {
    await open()
    const map = page.getByRole('img', { name: /^Minimap/ })
    await expect.element(map).toBeVisible()
    const { x, y, width, height } = map.element().getBoundingClientRect()
    const before = onScreen({ x: 0, y: 0 })
    await mouse.press({ x: x + width - 20, y: y + height - 20 })
    await expect.poll(() => onScreen({ x: 0, y: 0 })).not.toEqual(before)
    await userEvent.keyboard('m')
    await expect.element(map).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Minimap' }).click()
    await expect.element(map).toBeVisible()
  })

  it('shows notes as blocks that are fainter than those of cards, and follows them', async () => {
    const note = { id: uuid(700), text: 'Ask Vera', x: fox.canvasX + 2_400, y: fox.canvasY }
    const board = await openBoard({ cards: [fox] })
    await expect.poll(() => drawnParts().length).toBe(1)
    board.change({ kind: 'put-note', noteId: note.id, text: note.text, x: note.x, y: note.y })
    await expect.poll(() => drawnParts().length).toBe(2)
    const [card = 0, drawn = 0] = drawnParts()
    expect(drawn).toBeLessThan(card * 0.7)
    board.change({ kind: 'remove-note', noteId: note.id })
    await expect.poll(() => drawnParts().length).toBe(1)
  })
})

describe('tidy up', () => {
  it('arranges the canvas without overlap, and is undone as one step', async () => {
    const board = await openBoard({ cards: [fox, { ...bear, canvasX: 10_400 }, crow] })
    const before = places(board)
    await userEvent.keyboard('{Shift>}T{/Shift}')
    await expect.poll(() => places(board)).not.toEqual(before)
    const tidied = places(board)
    for (const [index, one] of tidied.entries())
      for (const other of tidied.slice(index + 1))
        expect(Math.abs(one.canvasX - other.canvasX) >= 800 || Math.abs(one.canvasY - other.canvasY) >= 340).toBe(true)
    await page.getByRole('button', { name: /^Undo: tidied up \d cards/ }).click()
    await expect.poll(() => places(board)).toEqual(before)
  })
})

describe('the third branch beside a card', () => {
  it('offers to lay the tree out, and does it', async () => {
    const board = await open()
    for (const [index, number] of [5, 6, 7].entries())
      board.make(
        completedGeneration(number, {
          prompt: `Branch ${number}`,
          parentGenerationId: fox.id,
          parentImageId: fox.images[0]?.id ?? null,
          branchKind: 'remix',
          canvasX: 10_900,
          canvasY: 10_000 - index * 450,
        }),
      )
    await page.getByRole('button', { name: 'Tidy up' }).click()
    const rows = () => board.cards().filter(({ parentGenerationId }) => parentGenerationId === fox.id)
    await expect
      .poll(() => rows().map(({ canvasY }) => canvasY - (board.stored(fox)?.canvasY ?? 0)))
      .toEqual([500, 500, 500])
  })
})

describe('commands', () => {
  it('are found by name and run from the palette', async () => {
    await open()
    await fitBoard()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('select all')
    await expectNoViolations()
    await userEvent.keyboard('{Enter}')
    await expect.poll(selectedCards).toEqual(cards.map(({ id }) => id))
  })

  it('are listed with their keys in a searchable sheet', async () => {
    await open()
    await userEvent.keyboard('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByLabelText('Search shortcuts').fill('zoom')
    await expect.element(sheet.getByText('Zoom to 100%')).toBeVisible()
    await expect.element(sheet.getByText('Select all')).not.toBeInTheDocument()
    await expectNoViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
  })

  it('are in the menu of a card, which selects the card first', async () => {
    const board = await open()
    await mouse.press(await grip(fox), { button: 'right' })
    await expect.element(page.getByRole('menuitem', { name: /^Copy prompt/ })).toBeVisible()
    expect(selectedCards()).toEqual([fox.id])
    await expectNoViolations()
    await page.getByRole('menuitem', { name: /^Collapse/ }).click()
    await expect.poll(() => board.stored(fox)?.isCollapsed).toBe(true)
    await expect.poll(() => cardBox(fox)?.height).toBe(140)
  })

  it('ignore their keys while a field has the focus', async () => {
    await open()
    await page.getByRole('button', { name: /^Rename/ }).click()
    const title = page.getByLabelText('Project title')
    await title.fill('')
    await userEvent.keyboard('n?')
    await expect.element(title).toHaveValue('n?')
    expect(page.getByRole('dialog').query()).toBeNull()
    await userEvent.keyboard('{Escape}')
  })

  it('open the prompt bar, or the panel of a new generation at a double-click on the background', async () => {
    await open()
    const bar = page.getByRole('region', { name: 'Prompt bar' }).getByRole('textbox')
    const panel = page.getByRole('dialog', { name: 'New generation' })
    await userEvent.keyboard('n')
    await expectFocused(bar)
    await userEvent.keyboard('{Escape}')
    await mouse.doublePress({ x: 200, y: 660 })
    await expect.element(panel).toBeVisible()
    const place = () => {
      const { x, y } = panel.element().getBoundingClientRect()
      return [Math.round(x), y < 660]
    }
    // As much higher as the zoom bar needs.
    await expect.poll(place).toEqual([200, true])
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('open that panel from the menu of the background, with the focus in the text', async () => {
    await open()
    await mouse.press({ x: 200, y: 120 }, { button: 'right' })
    await page.getByRole('menuitem', { name: /^New generation/ }).click()
    await expectFocused(page.getByPlaceholder('Describe what you want to create...'))
    await userEvent.keyboard('{Escape}')
  })
})

describe('a canvas without a pointer', () => {
  it('shows all cards as a tree with the current position, and the canvas follows', async () => {
    const board = await open()
    const asleep = completedGeneration(5, { prompt: 'The fox asleep', canvasX: 12_000, canvasY: 11_400 })
    board.make(asleep)
    // A new card moves into the middle by itself.
    await expect.poll(() => isInFreeMiddle(asleep)).toBe(true)
    // The tree follows when cards have stopped coming.
    await expect.element(page.getByRole('treeitem', { name: /^The fox asleep/ })).toBeInTheDocument()
    await focus(page.getByRole('treeitem', { name: /^A red fox/ }))
    await expect.poll(() => isCentered(fox)).toBe(true)
    const focused = (name: string) => document.querySelector('[role="treeitem"]:focus')?.getAttribute(name)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect.poll(() => focused('aria-label')).toMatch(/^The fox asleep, Sketch, 4 of 4 images/)
    expect(focused('aria-posinset')).toBe('4')
    await expect.poll(() => cardElement(asleep)).not.toBeNull()
    await userEvent.keyboard('{Home}')
    await expect.poll(() => focused('aria-label')).toMatch(/^A red fox/)
    await expect.poll(selectedCards).toEqual([fox.id])
  })

  it('moves the selected card with arrow keys and ends the selection with Escape', async () => {
    const board = await open()
    await mouse.press(await grip(fox))
    await expect.poll(selectedCards).toEqual([fox.id])
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
    await expect.poll(() => board.stored(fox)?.canvasY).toBe(fox.canvasY + 300)
    await userEvent.keyboard('{Escape}')
    await expect.poll(selectedCards).toEqual([])
  })
})
