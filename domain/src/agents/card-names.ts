import { isUuid } from '../text/is-uuid.ts'

/** The characters of an id by which a card is named in texts for agents: enough to distinguish the cards of an account. */
const nameLength = 8

/** The short name of a card: the first eight characters of its id. */
export const cardName = (cardId: string): string => cardId.slice(0, nameLength)

/** The short name of an image: its card's, and its place from 1. */
export const imageName = (cardId: string, orderNum: number): string => `${cardName(cardId)}.${orderNum + 1}`

/** The names of cards and images for agents: by its whole id, or by its short name. */
export type Named =
  | { readonly by: 'id'; readonly id: string }
  /** The first and the last id with this beginning; `place` from 0, null for the card itself. */
  | { readonly by: 'name'; readonly first: string; readonly last: string; readonly place: number | null }

const name = /^([0-9a-f]{8})(?:\.([1-4]))?$/

/** Parses a name; null where it is none. */
export function parseName(text: string): Named | null {
  const written = text.trim().toLowerCase()
  if (isUuid(written)) return { by: 'id', id: written }
  const [, beginning, place] = name.exec(written) ?? []
  if (beginning === undefined) return null
  return {
    by: 'name',
    first: `${beginning}-0000-0000-0000-000000000000`,
    last: `${beginning}-ffff-ffff-ffff-ffffffffffff`,
    place: place === undefined ? null : Number(place) - 1,
  }
}
