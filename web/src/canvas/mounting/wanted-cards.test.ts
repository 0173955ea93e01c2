import { describe, expect, it } from 'vitest'
import { sceneOf } from '../testing/scenes.ts'
import { wantedCards } from './wanted-cards.ts'

const at = (x: number, y: number) => ({ x, y, isCollapsed: false })
const view = { x: 0, y: 0, width: 1_440, height: 900 }
const wantedOf = (places: readonly { x: number; y: number; isCollapsed: boolean }[], zoom = 1) =>
  wantedCards(sceneOf(places), view, zoom).map(({ x, y }) => [x, y])

describe('the cards that should be elements', () => {
  const board = [at(-700, 0), at(300, 300), at(1_700, 0), at(4_000, 0)]

  it('are those in and around the view, the nearest to its middle first', () =>
    expect(wantedOf(board)).toEqual([
      [300, 300],
      [-700, 0],
      [1_700, 0],
    ]))

  it('are none when zoomed out', () => expect(wantedOf(board, 0.4)).toEqual([]))

  it('may overlap, but are none where they cover the view more than twice', () => {
    const stairs = (count: number) => Array.from({ length: count }, (_, step) => at(20 * step, 20 * step))
    expect(wantedOf(stairs(6))).toHaveLength(6)
    expect(wantedOf(stairs(16))).toEqual([])
  })
})
