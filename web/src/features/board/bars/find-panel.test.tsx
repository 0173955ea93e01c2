import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { onScreen, openBoard, selectedCards } from '#web/testing/fake-board.ts'

const upper = completedGeneration(2, { prompt: 'A red fox' })
const middle = completedGeneration(3, { prompt: 'A gray fox', canvasY: 10_700 })
const lower = completedGeneration(4, { prompt: 'A white fox', canvasY: 11_400 })

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))
const place = () => document.querySelector('.find [role="status"]')?.textContent
const corner = () => onScreen({ x: 10_000, y: 10_000 })

describe('<FindPanel>', () => {
  it('stays at its hit when cards move and arrive, until Enter', async () => {
    const board = await openBoard({ cards: [upper, middle, lower] })
    await userEvent.keyboard('{Control>}f{/Control}')
    await page.getByLabelText('Find by prompt or model').fill('fox')
    await expect.poll(selectedCards).toEqual([upper.id])
    await wait(500)
    const before = corner()
    board.change({ kind: 'place', generationId: upper.id, canvasX: 10_000, canvasY: 11_000 })
    await expect.poll(place).toBe('2 of 3')
    await wait(500)
    expect(corner()).toEqual(before)
    // The view moves to a card that arrives, as it does without the search.
    board.make(completedGeneration(5, { prompt: 'A blue fox', canvasY: 9_000 }))
    await expect.poll(place).toBe('3 of 4')
    expect(selectedCards()).toEqual([upper.id])
    await userEvent.keyboard('{Enter}')
    await expect.poll(selectedCards).toEqual([lower.id])
  })
})
