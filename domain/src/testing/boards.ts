import fc from 'fast-check'
import type { NoteFields } from '../board/board-item.ts'
import type { CardPlace } from '../layout/card.ts'
import { takenSpace } from '../layout/taken-space.ts'

const coordinate = fc.integer({ min: 5_000, max: 15_000 })

/** Cards at random places near the origin, also overlapping: what manual dragging leaves behind. */
export const boards = fc.array(fc.record({ x: coordinate, y: coordinate, isCollapsed: fc.boolean() }), {
  maxLength: 60,
}) satisfies fc.Arbitrary<CardPlace[]>

export const points = fc.record({ x: coordinate, y: coordinate })

/** Notes at random places near the origin, of any number of lines. */
export const notes = fc.array(
  fc.record({ x: coordinate, y: coordinate, text: fc.stringMatching(/^[a-z\n]{1,400}$/) }),
  { maxLength: 12 },
) satisfies fc.Arbitrary<NoteFields[]>

/** The space that the cards and notes of a board take. */
export const spaces = fc.tuple(boards, notes).map(([cards, written]) => takenSpace(cards, written))
