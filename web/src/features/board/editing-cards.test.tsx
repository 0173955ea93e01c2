import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TrashItemShape } from '#contract/board/trash.ts'
import { expectNoViolations, reloadApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import {
  cardBox,
  cardElement,
  grip,
  mountedCards,
  type OpenBoard,
  onScreen,
  openBoard,
  projectId,
  selectedCards,
} from '#web/testing/fake-board.ts'
import { holding, mouse } from '#web/testing/hands.ts'

const root = completedGeneration(2, { canvasX: 10_000, canvasY: 10_000 })
const branch = {
  parentGenerationId: root.id,
  parentImageId: root.images[0]?.id ?? null,
  branchKind: 'remix',
  canvasX: 10_900,
} as const
const boat = completedGeneration(3, { ...branch, prompt: 'A red boat on the lake' })
const night = completedGeneration(4, { ...branch, prompt: 'The lake at night, stars', canvasY: 10_450 })
const other = completedGeneration(5, { prompt: 'A lighthouse in a storm', canvasY: 9_400 })
const cards = [root, boat, night, other]

/** All four cards in view, as elements. */
const zoom = 0.46
const open = (more: Partial<Parameters<typeof openBoard>[0]> = {}): Promise<OpenBoard> =>
  openBoard({ cards, on: { zoom, board: { x: 10_000, y: 9_400 }, screen: { x: 300, y: 110 } }, ...more })
const openOn = (card = root) => openBoard({ cards, on: card })

const places = ({ cards: stored }: OpenBoard) =>
  Object.fromEntries(stored().map(({ id, canvasX, canvasY }) => [id, [Math.round(canvasX), Math.round(canvasY)]]))
const sorted = (...some: readonly { id: string }[]) => some.map(({ id }) => id).sort()

/** Draws a box with Shift over the branches. */
async function selectBranches(): Promise<void> {
  const from = onScreen({ x: 11_900, y: 9_950 })
  const to = onScreen({ x: 11_500, y: 10_600 })
  await holding('Shift', () => mouse.drag(from, { x: to.x - from.x, y: to.y - from.y }))
  await expect.poll(selectedCards).toEqual(sorted(boat, night))
}

async function selectBoth(one: typeof root, another: typeof root): Promise<void> {
  await mouse.press(await grip(one))
  await holding('Shift', async () => mouse.press(await grip(another)))
  await expect.poll(selectedCards).toEqual(sorted(one, another))
}

describe('a selection', () => {
  it('starts with a press, grows with Shift, and ends with a press on the background', async () => {
    await open()
    await mouse.press(await grip(root))
    await expect.poll(selectedCards).toEqual([root.id])
    await holding('Shift', async () => mouse.press(await grip(boat)))
    await expect.poll(selectedCards).toEqual(sorted(root, boat))
    await mouse.press({ x: 80, y: 600 })
    await expect.poll(selectedCards).toEqual([])
  })

  it('moves as one, and follows undo and redo, also after a reload', async () => {
    const board = await open()
    const before = places(board)
    const moved = (card: typeof root) => [card.canvasX + 120 / zoom, card.canvasY + 60 / zoom].map(Math.round)
    const after = { ...before, [boat.id]: moved(boat), [night.id]: moved(night) }
    await selectBranches()
    await mouse.drag(await grip(boat), { x: 120, y: 60 })
    await expect.poll(() => places(board)).toEqual(after)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => places(board)).toEqual(before)
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expect.poll(() => places(board)).toEqual(after)
    await reloadApp()
    await page.getByRole('button', { name: 'Undo: moved 2 cards' }).click()
    await expect.poll(() => places(board)).toEqual(before)
  })

  it('moves by an arrow as a step that undo takes back at once, not the step before it', async () => {
    const card = completedGeneration(2, { canvasX: 10_000, canvasY: 10_000 })
    const { cards: stored } = await openBoard({ cards: [card], on: card })
    const state = () => stored().map(({ canvasX, isCollapsed }) => [Math.round(canvasX), isCollapsed])
    await mouse.press(await grip(card))
    await expect.poll(selectedCards).toEqual([card.id])
    await userEvent.keyboard('c')
    await expect.poll(state).toEqual([[10_000, true]])
    await userEvent.keyboard('{ArrowRight}{Control>}z{/Control}')
    await expect.element(page.getByRole('button', { name: 'Redo: moved 1 card' })).toBeVisible()
    await expect.poll(state).toEqual([[10_000, true]])
  })

  it('collapses and expands as one', async () => {
    const board = await open()
    const collapsed = () => board.cards().filter(({ isCollapsed }) => isCollapsed).length
    await userEvent.keyboard('{Control>}a{/Control}c')
    await expect.poll(collapsed).toBe(4)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(collapsed).toBe(0)
  })

  const item = ({ id, prompt }: typeof root, cardCount: number): TrashItemShape => ({
    ...{ generationId: id, projectId, prompt, cardCount, imageCount: 4 * cardCount, thumbnailImageId: null },
    ...{ deletedAt: '2026-11-25T10:00:00.000Z', expiresAt: '2026-12-25T10:00:00.000Z' },
  })

  it('shows the trash page by page', async () => {
    await open({
      replies: {
        trash: {
          list: ({ cursor }) =>
            cursor === 'next'
              ? { items: [item(other, 1)], nextCursor: null }
              : { items: [item(root, 3)], nextCursor: 'next' },
        },
      },
    })
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await expect.element(page.getByText('3 cards')).toBeVisible()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(page.getByText('1 card,')).toBeVisible()
    await expect.element(page.getByText('3 cards')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
    await expectNoViolations()
  })

  it('is deleted after a confirmation, and restored whole from the trash', async () => {
    const board = await open({
      replies: { trash: { list: () => ({ items: [item(root, 3), item(other, 1)], nextCursor: null }) } },
    })
    const before = places(board)
    await selectBoth(root, other)
    await userEvent.keyboard('{Delete}')
    await expect.element(page.getByText('Delete these 2 generations and all their branches?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('Deleted 4 generation(s) and their branches')).toBeVisible()
    await expect.poll(() => places(board)).toEqual({})
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await expect.element(page.getByText('3 cards')).toBeVisible()
    await expectNoViolations()
    await page.getByRole('button', { name: 'Put back “A still lake between pine hills”' }).click()
    await page.getByRole('button', { name: 'Put back “A lighthouse in a storm”' }).click()
    await expect.element(page.getByText('The trash is empty')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => places(board)).toEqual(before)
    await expect.poll(() => mountedCards().sort()).toEqual(sorted(...cards))
  })

  it('loses a row of the trash that was put back while more are being read', async () => {
    const more = Promise.withResolvers<void>()
    await open({
      replies: {
        trash: {
          list: async ({ cursor }) => {
            if (cursor !== 'next') return { items: [item(root, 3)], nextCursor: 'next' }
            await more.promise
            return { items: [item(other, 1)], nextCursor: null }
          },
        },
      },
    })
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('button', { name: 'Put back “A still lake between pine hills”' }).click()
    more.resolve()
    await expect.element(page.getByText('1 card,')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Put back “A still lake' })).not.toBeInTheDocument()
  })
})

describe('a card', () => {
  it('is deleted by its button after a confirmation, and is back at its place by Undo, without a move of the view', async () => {
    const board = await openOn(other)
    const before = cardBox(other)
    await mouse.move(await grip(other))
    await cardElement(other)?.querySelector<HTMLElement>('[aria-label="Delete generation"]')?.click()
    await expect.element(page.getByText('Delete this generation and all its branches?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(page.getByText('Deleted 1 generation(s) and their branches')).toBeVisible()
    await expect.poll(() => cardElement(other)).toBeNull()
    await expect.poll(() => document.activeElement?.closest('[data-card]')).not.toBeNull()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => board.stored(other)?.canvasY).toBe(other.canvasY)
    await expect.poll(() => cardBox(other)).toEqual(before)
    // A new card moves into the middle after a tenth of a second; one that is restored never does.
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(cardBox(other)).toEqual(before)
  })

  it('stays when it was put back by the toast, which leaves no step to undo', async () => {
    const board = await openOn(other)
    await mouse.press(await grip(other))
    await userEvent.keyboard('{Delete}')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => board.stored(other)).toBeUndefined()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => board.stored(other)?.canvasY).toBe(other.canvasY)
    await userEvent.keyboard('{Control>}z{/Control}')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(board.stored(other)?.canvasY).toBe(other.canvasY)
  })

  it('is collapsed and expanded by its button, and stays so', async () => {
    const board = await openOn()
    // Others whose prompts begin alike have the same button.
    const press = async (name: string) => {
      const toggle = () => cardElement(root)?.querySelector<HTMLElement>('.card-toggle')
      await expect.poll(() => toggle()?.textContent).toBe(name)
      toggle()?.click()
    }
    await press('Collapse')
    await expect.poll(() => cardBox(root)?.height).toBe(140)
    expect(cardElement(root)?.querySelector('[data-image]')).toBeNull()
    await expect.poll(() => board.stored(root)?.isCollapsed).toBe(true)
    await reloadApp()
    await expect.poll(() => cardBox(root)?.height).toBe(140)
    await press('Expand')
    await expect.poll(() => cardBox(root)?.height).toBe(340)
  })
})

describe('the title of a project', () => {
  it('is renamed without the spaces around it, kept by the server, and undone like every other change', async () => {
    const { requests } = await openOn()
    const renamed = (title: string) => page.getByRole('button', { name: `Rename “${title}”` })
    await page.getByRole('button', { name: /^Rename/ }).click()
    await page.getByLabelText('Project title').fill('  Lake studies ')
    await userEvent.keyboard('{Enter}')
    await expect.element(renamed('Lake studies')).toBeVisible()
    const sent = () => requests.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body)
    await expect.poll(sent).toMatchObject([{ changes: [{ kind: 'rename', title: 'Lake studies' }] }])
    await reloadApp()
    await expect.element(renamed('Lake studies')).toBeVisible()
    await page.getByRole('button', { name: 'Undo: renamed the project' }).click()
    await expect.element(renamed('Walled garden')).toBeVisible()
  })
})

describe('the view', () => {
  it('zooms about the pointer, is saved, and returns to 100 % by its button', async () => {
    const { requests } = await openOn()
    const before = cardBox(root) ?? { x: 0, y: 0, width: 0, height: 0 }
    const pointer = { x: before.x + before.width / 2, y: before.y + 100 }
    await mouse.wheel(pointer, 300)
    await expect.poll(() => cardBox(root)?.width).toBe(Math.round(800 * Math.exp(-0.6)))
    const { y = 0, width = 0 } = cardBox(root) ?? {}
    expect(Math.abs((pointer.y - y) / width - 100 / 800)).toBeLessThan(0.005)
    const saved = () => requests.filter(({ path }) => path.endsWith('/canvas-state')).at(-1)?.body
    await expect.poll(saved).toMatchObject({ zoomLevel: expect.closeTo(Math.exp(-0.6), 5) })
    await page.getByRole('button', { name: 'Zoom to 100%' }).click()
    await expect.poll(() => cardBox(root)?.width).toBe(800)
  })

  it('opens where it was saved', async () => {
    await open()
    expect(await grip(other)).toEqual({ x: 312, y: 118 })
    expect(cardBox(other)).toMatchObject({ x: 300, y: 110, width: 800 * zoom })
  })

  it('is panned by dragging the background', async () => {
    await openOn()
    const before = cardBox(root) ?? { x: 0, y: 0 }
    await mouse.drag({ x: 80, y: 700 }, { x: 100, y: -50 })
    await expect.poll(() => cardBox(root)).toMatchObject({ x: before.x + 100, y: before.y - 50 })
  })
})
