import { isWithin, overlaps, type Rect } from '../geometry/rect.ts'

/** The selected things of a board by kind; of each kind the one selected last stands at the end. */
export type Selection = {
  readonly cards: ReadonlySet<string>
  /** Frames and notes. */
  readonly items: ReadonlySet<string>
  /** Rings of purses. */
  readonly rings: ReadonlySet<string>
}
export type SelectionKind = keyof Selection

const none: ReadonlySet<string> = new Set()
const kinds: readonly SelectionKind[] = ['cards', 'items', 'rings']

/** The selection at the start, and after Escape or a tap on the background. */
export const noSelection: Selection = { cards: none, items: none, rings: none }

const hasSame = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((id) => b.has(id))

/** The same object, and the same set of each kind, where nothing differs: subscribers are notified of changes alone. */
function updated(before: Selection, sets: Partial<Selection>): Selection {
  const setOf = (kind: SelectionKind) => {
    const set = sets[kind] ?? before[kind]
    return hasSame(before[kind], set) ? before[kind] : set
  }
  const after = { cards: setOf('cards'), items: setOf('items'), rings: setOf('rings') }
  return kinds.every((kind) => after[kind] === before[kind]) ? before : after
}

/** These and nothing else: after Ctrl+A, or a press on one of them. */
export const selectedAlone = (before: Selection, sets: Partial<Selection>): Selection =>
  updated(before, { ...noSelection, ...sets })

/** These as well, each one once: a box adds to what is selected. */
export const selectedAsWell = (before: Selection, sets: Selection): Selection =>
  updated(before, {
    cards: new Set([...before.cards, ...sets.cards]),
    items: new Set([...before.items, ...sets.items]),
    rings: new Set([...before.rings, ...sets.rings]),
  })

/** A press with Shift: adds a thing to the selection, or takes it out. */
export function toggled(before: Selection, kind: SelectionKind, id: string): Selection {
  const set = new Set(before[kind])
  if (!set.delete(id)) set.add(id)
  return updated(before, { [kind]: set })
}

/** The selection without what is no longer on the board. */
export const withoutMissing = (before: Selection, isThere: (kind: SelectionKind, id: string) => boolean): Selection => {
  const remaining = (kind: SelectionKind) => new Set([...before[kind]].filter((id) => isThere(kind, id)))
  return updated(before, { cards: remaining('cards'), items: remaining('items'), rings: remaining('rings') })
}

/** The number of selected things. */
export const countSelected = ({ cards, items, rings }: Selection): number => cards.size + items.size + rings.size

/** The thing of a kind that is selected and nothing else with it; null where there is none. */
export function soleSelected(selection: Selection, kind: SelectionKind): string | null {
  const [id = null] = selection[kind]
  return countSelected(selection) === 1 ? id : null
}

type Boxed = {
  /** Cards that the box touches. */
  readonly cards: Iterable<string>
  readonly notes: Iterable<Rect & { readonly id: string }>
  readonly frames: Iterable<Rect & { readonly id: string }>
  readonly rings: Iterable<Rect & { readonly id: string }>
}

/**
 * The selection of a box: the cards and notes that it touches, and the frames and rings that lie wholly in it. Those are areas, in which
 * boxes are drawn too.
 */
export function selectedByBox(box: Rect, { cards, notes, frames, rings }: Boxed): Selection {
  const idsOf = (areas: Iterable<Rect & { readonly id: string }>, isIn: (area: Rect) => boolean) =>
    [...areas].flatMap((area) => (isIn(area) ? [area.id] : []))
  const isTouched = (area: Rect) => overlaps(area, box)
  const isWhole = (area: Rect) => isWithin(area, box)
  return {
    cards: new Set(cards),
    items: new Set([...idsOf(notes, isTouched), ...idsOf(frames, isWhole)]),
    rings: new Set(idsOf(rings, isWhole)),
  }
}
