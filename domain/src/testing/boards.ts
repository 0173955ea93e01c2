import fc from 'fast-check'
import type { CardPlace } from '../layout/card.ts'

const coordinate = fc.integer({ min: 5_000, max: 15_000 })

/** Cards thrown anywhere near the origin, also onto each other: what people's drags leave behind. */
export const boards = fc.array(fc.record({ x: coordinate, y: coordinate, isCollapsed: fc.boolean() }), {
  maxLength: 60,
}) satisfies fc.Arbitrary<CardPlace[]>

export const points = fc.record({ x: coordinate, y: coordinate })
