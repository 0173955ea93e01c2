import { expect, it } from 'vitest'
import { cardRect } from './card.ts'

it('a card is 800 wide and 340 high, and 140 high when it is collapsed', () => {
  expect(cardRect({ x: 5, y: -5, isCollapsed: false })).toEqual({ x: 5, y: -5, width: 800, height: 340 })
  expect(cardRect({ x: 5, y: -5, isCollapsed: true })).toEqual({ x: 5, y: -5, width: 800, height: 140 })
})
