import type { Rect } from '../geometry/rect.ts'
import { liesIn } from '../layout/frame-content.ts'

/** `paused`: its program waits for its person. `ended`: for good; what it has made stays. */
export const purseStates = ['open', 'paused', 'ended'] as const
export type PurseState = (typeof purseStates)[number]

/** Credits that a person put into an area of the canvas for a program. All amounts in hundredths of a credit. */
export type PurseFunds = {
  readonly most: number
  /** Paid, or held for images in work. */
  readonly spent: number
  readonly state: PurseState
}

/** The most purses of one project that have not ended: each is in the first line of a board. */
export const maxOpenPurses = 20
/** All of them, also those that have ended. */
export const maxPurses = 100

/** Unicode code points. */
export const maxPurseNameLength = 60
export const maxWhyLength = 300

/** The shortest sides of a purse, in canvas pixels: one card, with a way around it. */
export const minPurse = { width: 900, height: 440 }

/** The rest of a purse, never less than nothing. */
export const leftInPurse = ({ most, spent }: Pick<PurseFunds, 'most' | 'spent'>): number => Math.max(0, most - spent)

/** The part that is left, from 0 to 1; a purse without credits has none. */
export const partLeft = (funds: Pick<PurseFunds, 'most' | 'spent'>): number =>
  funds.most === 0 ? 0 : leftInPurse(funds) / funds.most

/** Why a purse does not pay for something; null where it does. */
export function refusalOfPurse({ most, spent, state }: PurseFunds, price: number): 'ended' | 'paused' | 'empty' | null {
  if (state !== 'open') return state
  return price === 0 || spent + price <= most ? null : 'empty'
}

/** Whether something lies in the area of a purse: its center does, as with frames. */
export const liesInPurse = (area: Rect, rect: Rect): boolean => liesIn(area, rect)

/** The smallest area around the same middle that holds a card. */
export function areaForCards({ x, y, width, height }: Rect): Rect {
  const wide = Math.max(width, minPurse.width)
  const high = Math.max(height, minPurse.height)
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high }
}
