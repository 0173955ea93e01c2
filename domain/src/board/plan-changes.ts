import { branchOf, childrenByParent } from '../lineage/descendants.ts'
import type { BoardItems, FrameFields, NoteFields } from './board-item.ts'
import { type BoardChange, type ItemChange, isItemChange, isRingChange, type RingChange } from './change.ts'
import { changedFrame, changedNote, isFrameChange } from './change-item.ts'
import { changedRing, type RingFields } from './change-ring.ts'
import type { FeedbackType } from './feedback.ts'

/** The state of a card before the changes. */
export type BoardNode = {
  readonly id: string
  readonly parentId: string | null
  /** When it was deleted (milliseconds), the same time for all cards deleted together; null on the board. */
  readonly deletedAt: number | null
  /** Whether its images were brought in, so that its prompt may change. */
  readonly isBroughtIn: boolean
}

export type BoardState = {
  /** The cards that the changes name; all of the project's cards where something is deleted or restored. */
  readonly cards: readonly BoardNode[]
  /** The card of each image that the changes name. */
  readonly cardOfImage: ReadonlyMap<string, string>
  /** The frames and notes that the changes name, and that are there. */
  readonly items: BoardItems
  /** The rings of the purses that the changes name, also removed ones. */
  readonly rings: ReadonlyMap<string, RingFields>
  /** Later than every earlier deletion. */
  readonly now: number
}

/** The result of a change; `ids`: all cards that it affected. */
export type ChangeOutcome =
  | { readonly outcome: 'applied'; readonly ids?: readonly string[] }
  /** Its target is missing, or not of the kind that the change is for: nothing has changed. */
  | { readonly outcome: 'gone' }

/** The writes to make: each field once, in its final state. */
export type ChangePlan = {
  /** In the order of the changes. */
  readonly outcomes: readonly ChangeOutcome[]
  readonly moved: ReadonlyMap<string, { readonly canvasX: number; readonly canvasY: number }>
  readonly collapsed: ReadonlyMap<string, boolean>
  /** The new prompts of brought-in cards. */
  readonly described: ReadonlyMap<string, string>
  readonly feedback: readonly { imageId: string; feedbackType: FeedbackType; isGiven: boolean }[]
  /** The branches that were deleted and restored, in order. */
  readonly steps: readonly { kind: 'delete' | 'restore'; generationId: string; ids: readonly string[] }[]
  /** The time of the deletion; null: restored. */
  readonly deletedAt: ReadonlyMap<string, number | null>
  readonly title: string | null
  /** The frames and notes that have changed; null: removed. */
  readonly frames: ReadonlyMap<string, FrameFields | null>
  readonly notes: ReadonlyMap<string, NoteFields | null>
  /** The rings that have changed. */
  readonly rings: ReadonlyMap<string, RingFields>
  /** The rings that one of the changes removed, also those that a later one restored: their programs are shut out. */
  readonly removedRings: ReadonlySet<string>
}

const gone: ChangeOutcome = { outcome: 'gone' }
const applied: ChangeOutcome = { outcome: 'applied' }

/** Applies the changes one after the other to a board. */
export function planChanges(state: BoardState, changes: readonly BoardChange[]): ChangePlan {
  const deletedAt = new Map(state.cards.map((card) => [card.id, card.deletedAt]))
  const broughtIn = new Set(state.cards.flatMap((card) => (card.isBroughtIn ? card.id : [])))
  const children = childrenByParent(state.cards)
  const isLive = (id: string | undefined) => id !== undefined && deletedAt.get(id) === null
  const moved = new Map<string, { canvasX: number; canvasY: number }>()
  const collapsed = new Map<string, boolean>()
  const described = new Map<string, string>()
  const feedback = new Map<string, { imageId: string; feedbackType: FeedbackType; isGiven: boolean }>()
  const steps: { kind: 'delete' | 'restore'; generationId: string; ids: readonly string[] }[] = []
  const touched = new Set<string>()
  const frames = new Map<string, FrameFields | null>()
  const notes = new Map<string, NoteFields | null>()
  const rings = new Map<string, RingFields>()
  const removedRings = new Set<string>()
  let title: string | null = null

  function moveBranch(kind: 'delete' | 'restore', generationId: string): ChangeOutcome {
    const since = deletedAt.get(generationId)
    if (since === undefined || (kind === 'delete' && since !== null)) return gone
    if (kind === 'restore' && since === null) return { outcome: 'applied', ids: [] }
    const ids = branchOf(generationId, children, (id) => deletedAt.get(id) === since)
    // Each deletion has a time of its own, by which 'restore' finds what was deleted together.
    const moment = kind === 'delete' ? state.now + steps.length : null
    for (const id of ids) {
      deletedAt.set(id, moment)
      touched.add(id)
    }
    steps.push({ kind, generationId, ids })
    return { outcome: 'applied', ids }
  }

  function applyToItem(change: ItemChange): ChangeOutcome {
    if (isFrameChange(change)) {
      const { frameId } = change
      const before = frames.has(frameId) ? frames.get(frameId) : state.items.frames.get(frameId)
      if (!before && change.kind !== 'put-frame') return gone
      frames.set(frameId, changedFrame(before ?? null, change))
      return applied
    }
    const { noteId } = change
    const before = notes.has(noteId) ? notes.get(noteId) : state.items.notes.get(noteId)
    if (!before && change.kind !== 'put-note') return gone
    notes.set(noteId, changedNote(before ?? null, change))
    return applied
  }

  function applyToRing(change: RingChange): ChangeOutcome {
    const before = rings.get(change.purseId) ?? state.rings.get(change.purseId)
    if (!before || (before.isRemoved && change.kind !== 'restore-purse')) return gone
    const after = changedRing(before, change)
    if (after !== before) rings.set(change.purseId, after)
    if (change.kind === 'remove-purse') removedRings.add(change.purseId)
    return applied
  }

  function apply(change: BoardChange): ChangeOutcome {
    if (isItemChange(change)) return applyToItem(change)
    if (isRingChange(change)) return applyToRing(change)
    switch (change.kind) {
      case 'place':
        if (!isLive(change.generationId)) return gone
        moved.set(change.generationId, { canvasX: change.canvasX, canvasY: change.canvasY })
        return applied
      case 'collapse':
        if (!isLive(change.generationId)) return gone
        collapsed.set(change.generationId, change.isCollapsed)
        return applied
      case 'feedback': {
        const { imageId, feedbackType, isGiven } = change
        if (!isLive(state.cardOfImage.get(imageId))) return gone
        const key = `${imageId} ${feedbackType}`
        // Moved to the end: feedback is listed in the order in which it was given.
        feedback.delete(key)
        feedback.set(key, { imageId, feedbackType, isGiven })
        return applied
      }
      case 'delete':
      case 'restore':
        return moveBranch(change.kind, change.generationId)
      case 'describe':
        if (!isLive(change.generationId) || !broughtIn.has(change.generationId)) return gone
        described.set(change.generationId, change.prompt)
        return applied
      case 'rename':
        title = change.title
        return applied
    }
  }

  const outcomes = changes.map(apply)
  return {
    outcomes,
    moved,
    collapsed,
    described,
    feedback: [...feedback.values()],
    steps,
    deletedAt: new Map([...touched].map((id) => [id, deletedAt.get(id) ?? null])),
    title,
    frames,
    notes,
    rings,
    removedRings,
  }
}
