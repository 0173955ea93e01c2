import fc from 'fast-check'
import type { CardPlace } from '../layout/card.ts'

const coordinate = fc.integer({ min: 5_000, max: 15_000 })

/** Cards at random places near the origin, also overlapping: what manual dragging leaves behind. */
export const boards = fc.array(fc.record({ x: coordinate, y: coordinate, isCollapsed: fc.boolean() }), {
  maxLength: 60,
}) satisfies fc.Arbitrary<CardPlace[]>

export const points = fc.record({ x: coordinate, y: coordinate })
