import { branchOf, childrenByParent } from '../lineage/descendants.ts'
import type { BoardChange } from './change.ts'
import type { FeedbackType } from './feedback.ts'

/** A card as the changes find it. */
export type BoardNode = {
  readonly id: string
  readonly parentId: string | null
  /** In the trash since this moment (milliseconds), which all that were deleted together share; null while it is not. */
  readonly deletedAt: number | null
}

export type BoardState = {
  /** The cards that the changes name; where something is deleted or restored, all of the project's. */
  readonly cards: readonly BoardNode[]
  /** The card of each image that the changes name. */
  readonly cardOfImage: ReadonlyMap<string, string>
  /** Later than every moment at which anything was deleted. */
  readonly now: number
}

/** What became of a change; `ids`: the cards that it took along. */
export type ChangeOutcome =
  | { readonly outcome: 'applied'; readonly ids?: readonly string[] }
  /** What it names is not there (any more): nothing has changed. */
  | { readonly outcome: 'gone' }

/** What is to be written, each thing once and as the last change left it. */
export type ChangePlan = {
  /** In the order of the changes. */
  readonly outcomes: readonly ChangeOutcome[]
  readonly moved: ReadonlyMap<string, { readonly canvasX: number; readonly canvasY: number }>
  readonly collapsed: ReadonlyMap<string, boolean>
  readonly feedback: readonly { imageId: string; feedbackType: FeedbackType; isGiven: boolean }[]
  /** Which branches went and came, in order. */
  readonly steps: readonly { kind: 'delete' | 'restore'; generationId: string; ids: readonly string[] }[]
  /** The moment since which a card lies in the trash; null: it has come back. */
  readonly deletedAt: ReadonlyMap<string, number | null>
  readonly title: string | null
}

const gone: ChangeOutcome = { outcome: 'gone' }
const applied: ChangeOutcome = { outcome: 'applied' }

/** Plays the changes one after the other on a board. */
export function planChanges(state: BoardState, changes: readonly BoardChange[]): ChangePlan {
  const deletedAt = new Map(state.cards.map((card) => [card.id, card.deletedAt]))
  const children = childrenByParent(state.cards)
  const isLive = (id: string | undefined) => id !== undefined && deletedAt.get(id) === null
  const moved = new Map<string, { canvasX: number; canvasY: number }>()
  const collapsed = new Map<string, boolean>()
  const feedback = new Map<string, { imageId: string; feedbackType: FeedbackType; isGiven: boolean }>()
  const steps: { kind: 'delete' | 'restore'; generationId: string; ids: readonly string[] }[] = []
  const touched = new Set<string>()
  let title: string | null = null

  function moveBranch(kind: 'delete' | 'restore', generationId: string): ChangeOutcome {
    const since = deletedAt.get(generationId)
    if (since === undefined || (kind === 'delete' && since !== null)) return gone
    if (kind === 'restore' && since === null) return { outcome: 'applied', ids: [] }
    const ids = branchOf(generationId, children, (id) => deletedAt.get(id) === since)
    // Each deletion has a moment of its own: by it 'restore' knows what was deleted together.
    const moment = kind === 'delete' ? state.now + steps.length : null
    for (const id of ids) {
      deletedAt.set(id, moment)
      touched.add(id)
    }
    steps.push({ kind, generationId, ids })
    return { outcome: 'applied', ids }
  }

  function apply(change: BoardChange): ChangeOutcome {
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
    feedback: [...feedback.values()],
    steps,
    deletedAt: new Map([...touched].map((id) => [id, deletedAt.get(id) ?? null])),
    title,
  }
}
