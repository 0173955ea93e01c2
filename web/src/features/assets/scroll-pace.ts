/** `quick`: pictures pass faster than anybody looks at them. */
export type ScrollPace = 'calm' | 'quick'

/** Where a list stood at a moment: screen pixels from the window's top, and milliseconds of the page's clock. */
export type ScrollPlace = { readonly top: number; readonly atMs: number }

/** Screens a second. A wheel that is turned steadily stays below. */
const quickest = 2

/** The pace from one place to the next. @param screenHeight Screen pixels. */
export function paceBetween(before: ScrollPlace, after: ScrollPlace, screenHeight: number): ScrollPace {
  const seconds = Math.max(1, after.atMs - before.atMs) / 1_000
  return Math.abs(after.top - before.top) / screenHeight / seconds > quickest ? 'quick' : 'calm'
}
