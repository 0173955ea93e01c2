import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { HistoryShape } from '#contract/board/history.ts'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { focus } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardElement, type OpenBoard, openBoard } from '#web/testing/fake-board.ts'
import { fingers, middleOf } from '#web/testing/hands.ts'

const root = completedGeneration(2)
const child = completedGeneration(3, {
  prompt: 'as a woodcut',
  parentGenerationId: root.id,
  parentImageId: root.images[0]?.id ?? null,
  branchKind: 'remix',
  canvasX: 10_900,
})
const at = (minute: number) => Date.UTC(2026, 10, 21, 10, minute)
type Entry = HistoryShape['items'][number]
const entry = (minute: number, kind: Entry[1], { id, canvasX, canvasY } = root): Entry => [
  at(minute),
  kind,
  id,
  canvasX,
  canvasY,
]
const moves = Array.from({ length: 20 }, (_, minute) => entry(minute + 1, 'moved'))
const history: HistoryShape = {
  items: [entry(0, 'made'), ...moves, entry(30, 'made', child), entry(40, 'deleted', child)],
  nextCursor: null,
  deleted: [child],
}

const layer = page.getByRole('dialog', { name: 'The past of this canvas' })
const slider = layer.getByRole('slider', { name: 'Moment' })
const past = () => [...document.querySelectorAll<HTMLElement>('[data-past]')].map(({ dataset }) => dataset.past)

/** Opens the past of a canvas of which one of two cards was deleted. */
async function openPast(): Promise<OpenBoard> {
  const board = await openBoard({ cards: [root, child], replies: { projects: { history: () => history } } })
  board.change({ kind: 'delete', generationId: child.id })
  await expect.poll(() => cardElement(child)).toBeNull()
  await userEvent.keyboard('t')
  await expect.element(slider).toHaveFocus()
  return board
}

describe('the past of a canvas', () => {
  it('is opened by a key at the present, and closed by Escape', async () => {
    await openPast()
    await expect.element(layer.getByText('Today')).toBeVisible()
    await expect.element(layer.getByText('1 card', { exact: true })).toBeVisible()
    await expectNoViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(layer).not.toBeInTheDocument()
  })

  it('is stepped through by keys, back to before the first card', async () => {
    await openPast()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(layer.getByText('1 card deleted since')).toBeVisible()
    await expect.poll(past).toContain(child.id)
    await userEvent.keyboard('{Home}')
    await expect.element(layer.getByText('Before the first card')).toBeVisible()
    await expect.poll(past).toEqual([])
  })

  it('plays to the present', async () => {
    await openPast()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(layer.getByText('1 card deleted since')).toBeVisible()
    await layer.getByRole('button', { name: 'Play' }).click()
    await expect.element(layer.getByText('Today')).toBeVisible()
    await expect.element(layer.getByRole('button', { name: 'Play' })).toBeVisible()
  })

  it('brings a deleted branch back', async () => {
    const board = await openPast()
    await userEvent.keyboard('{ArrowLeft}')
    await layer.getByRole('button', { name: 'Bring this back' }).last().click()
    await expect.element(layer).not.toBeInTheDocument()
    await expect.poll(() => board.stored(child)?.canvasX).toBe(child.canvasX)
    await expect.poll(() => cardElement(child)).not.toBeNull()
  })

  it('is used by touch on a phone', async () => {
    await page.viewport(390, 844)
    await openPast()
    await focus(layer.getByRole('button', { name: 'Play' }))
    await fingers.tap(middleOf(layer.getByRole('button', { name: 'Play' })))
    await expect.element(layer.getByRole('button', { name: 'Pause' })).toBeVisible()
    await fingers.tap(middleOf(layer.getByRole('button', { name: 'Back to today' })))
    await expect.element(layer).not.toBeInTheDocument()
  })
})
