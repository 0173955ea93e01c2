/** What can happen to a card. */
export const historyKinds = ['made', 'moved', 'folded', 'unfolded', 'deleted', 'restored'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** One thing that happened to a card. */
export type HistoryEntry = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: HistoryKind
  readonly cardId: string
  /** Where the card lay then, in canvas pixels. */
  readonly x: number
  readonly y: number
}

/** How a card was at a moment. */
export type SnapshotCard = {
  readonly x: number
  readonly y: number
  readonly isCollapsed: boolean
  readonly isThere: boolean
}

const unmade: SnapshotCard = { x: 0, y: 0, isCollapsed: false, isThere: false }

function after(card: SnapshotCard, { kind, x, y }: HistoryEntry): SnapshotCard {
  switch (kind) {
    case 'made':
      return { x, y, isCollapsed: false, isThere: true }
    case 'moved':
      return { ...card, x, y }
    case 'folded':
      return { ...card, isCollapsed: true }
    case 'unfolded':
      return { ...card, isCollapsed: false }
    case 'deleted':
      return { ...card, isThere: false }
    case 'restored':
      return { ...card, x, y, isThere: true }
  }
}

/** A board that can be taken to any moment of its life. */
export type Replay = {
  /** The moments there are, in order: one after each entry. */
  readonly entries: readonly HistoryEntry[]
  /** How many of the entries have happened at the moment shown. */
  readonly shown: number
  /** The card as it is at the moment shown; undefined before it is made. */
  card(id: string): SnapshotCard | undefined
  /** Goes to the moment after so many entries, forwards or backwards. Answers the cards that are another way now. */
  goTo(count: number): ReadonlySet<string>
}

/**
 * Makes the replay of a board's history, shown at its end. Going from one moment to another costs what lies between them,
 * not what lies before.
 * @param history In the order in which it was written; what happened earlier comes first, whatever the order.
 */
export function createReplay(history: readonly HistoryEntry[]): Replay {
  const entries = history.toSorted((a, b) => a.at - b.at)
  const cards = new Map<string, SnapshotCard>()
  const before = entries.map((entry) => {
    const was = cards.get(entry.cardId)
    cards.set(entry.cardId, after(was ?? unmade, entry))
    return was
  })
  let shown = entries.length

  const forward = (entry: HistoryEntry) => cards.set(entry.cardId, after(cards.get(entry.cardId) ?? unmade, entry))
  const backward = (place: number, { cardId }: HistoryEntry) => {
    const was = before[place]
    if (was) cards.set(cardId, was)
    else cards.delete(cardId)
  }

  return {
    entries,
    get shown() {
      return shown
    },
    card: (id) => cards.get(id),
    goTo(count) {
      const wanted = Math.max(0, Math.min(Math.round(count), entries.length))
      const changed = new Set<string>()
      while (shown !== wanted) {
        const place = shown < wanted ? shown : shown - 1
        const entry = entries[place]
        if (!entry) break
        if (shown < wanted) forward(entry)
        else backward(place, entry)
        shown += shown < wanted ? 1 : -1
        changed.add(entry.cardId)
      }
      return changed
    },
  }
}
