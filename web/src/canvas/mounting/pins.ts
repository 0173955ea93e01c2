/** A reason to mount a card although the view alone would not require it. */
export type PinReason = 'pointer' | 'focus' | 'selected' | 'lifted'

/** More selected cards than this are outlined without being mounted. */
const mostPinned = 8

/** @param onChange Is called when the set of pinned cards changes. */
export function createPins(onChange: () => void) {
  const byReason = new Map<PinReason, readonly string[]>()
  let all: ReadonlySet<string> = new Set()
  return {
    all: () => all,
    /** The cards that are pinned for one reason. */
    of: (reason: PinReason): ReadonlySet<string> => new Set(byReason.get(reason)),
    /** Pins exactly these cards for a reason. */
    set(reason: PinReason, ids: readonly string[]) {
      const before = byReason.get(reason) ?? []
      if (before.length === ids.length && before.every((id, place) => id === ids[place])) return
      byReason.set(reason, ids.slice(0, mostPinned))
      all = new Set([...byReason.values()].flat())
      onChange()
    },
  }
}
