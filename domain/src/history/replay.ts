/** The kinds of entries in a card's history. */
export const historyKinds = ['made', 'moved', 'folded', 'unfolded', 'deleted', 'restored'] as const
export type HistoryKind = (typeof historyKinds)[number]

/** One entry of a card's history. */
export type HistoryEntry = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: HistoryKind
  readonly cardId: string
  /** The card's place at that time, in canvas pixels. */
  readonly x: number
  readonly y: number
}

/** The state of a card at a time. */
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

/** A board that can be shown at any time of its history. */
export type Replay = {
  /** The times of the entries, in order. */
  readonly entries: readonly HistoryEntry[]
  /** The number of entries before the shown time. */
  readonly shown: number
  /** The state of the card at the shown time; undefined before it is created. */
  card(id: string): SnapshotCard | undefined
  /** Seeks to the state after this many entries, forwards or backwards. Returns the cards that changed. */
  goTo(count: number): ReadonlySet<string>
}

/**
 * Creates the replay of a board's history, positioned at its end. Seeking costs what lies between two states, not what
 * lies before them.
 * @param history In the order in which it was written; it is sorted by time.
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
