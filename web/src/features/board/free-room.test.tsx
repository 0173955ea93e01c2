import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardBox, fitBoard, openBoard } from '#web/testing/fake-board.ts'

const columns = { wide: 3, tall: 1 } as const

const cardsIn = (count: number, perRow: number) =>
  Array.from({ length: count }, (_, index) =>
    completedGeneration(index + 2, {
      canvasX: 10_000 + (index % perRow) * 900,
      canvasY: 10_000 + Math.floor(index / perRow) * 450,
    }),
  )

/** The cards that something that floats over the canvas covers. */
const coveredBy = (selector: string, cards: ReturnType<typeof cardsIn>) =>
  [...document.querySelectorAll(selector)].flatMap((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return cards.filter((card) => {
      const box = cardBox(card)
      return box && box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top
    })
  })

const floats = ['header .island', '.dock', '.prompt-bar', '.minimap', '.zoom-bar']

beforeEach(() => page.viewport(1440, 900))

describe('Fit to view', () => {
  it.each([
    ['wide', 'at rest'],
    ['tall', 'at rest'],
    ['wide', 'open'],
    ['tall', 'open'],
  ] as const)('leaves no card of a %s board below what floats over it, with the prompt bar %s', async (form, bar) => {
    const cards = cardsIn(form === 'wide' ? 6 : 3, columns[form])
    await openBoard({ cards, on: { zoom: 0.6, board: { x: 10_000, y: 10_000 }, screen: { x: 300, y: 200 } } })
    if (bar === 'open') {
      await userEvent.keyboard('/')
      await expect.poll(() => document.querySelector('.prompt-bar[data-state="open"]')).not.toBeNull()
    }
    await fitBoard()
    await expect.poll(() => cards.every((card) => cardBox(card))).toBe(true)
    await expect.poll(() => floats.filter((float) => coveredBy(float, cards).length > 0)).toEqual([])
  })
})
