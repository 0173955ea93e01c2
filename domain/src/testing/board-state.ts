import type { BoardItems } from '../board/board-item.ts'
import { type BoardChange, type ItemChange, isItemChange, isRingChange } from '../board/change.ts'
import { changedFrame, changedNote, isFrameChange } from '../board/change-item.ts'
import { changedRing, type RingFields } from '../board/change-ring.ts'
import type { FeedbackType } from '../board/feedback.ts'
import type { Origin } from '../generation/origin.ts'
import { withDescendants } from '../lineage/descendants.ts'

/** The fields of a card that changes affect. */
export type CardState = {
  readonly parentId: string | null
  readonly canvasX: number
  readonly canvasY: number
  readonly isCollapsed: boolean
  readonly prompt: string
  readonly origin: Origin
  /** The card whose deletion included this one; null while it is on the board. */
  readonly deletedWith: string | null
}

/** Everything of one project that changes can affect. */
export type BoardState = {
  readonly title: string
  readonly cards: ReadonlyMap<string, CardState>
  /** `feedbackKey`s of the given feedback. */
  readonly feedback: ReadonlySet<string>
  readonly items: BoardItems
  /** Also those that were removed. */
  readonly rings: ReadonlyMap<string, RingFields>
}

export const feedbackKey = (imageId: string, type: FeedbackType) => `${imageId}:${type}`

/** The board after a change; the same board where the change has no effect. */
export function applyChange(board: BoardState, change: BoardChange): BoardState {
  if (isItemChange(change)) return { ...board, items: withItem(board.items, change) }
  if (isRingChange(change)) {
    const ring = board.rings.get(change.purseId)
    return ring ? { ...board, rings: withEntry(board.rings, change.purseId, changedRing(ring, change)) } : board
  }
  switch (change.kind) {
    case 'place':
      return withCard(board, change.generationId, { canvasX: change.canvasX, canvasY: change.canvasY })
    case 'collapse':
      return withCard(board, change.generationId, { isCollapsed: change.isCollapsed })
    case 'feedback':
      return withFeedback(board, change)
    case 'delete':
      return withoutBranch(board, change.generationId)
    case 'restore':
      return withBranch(board, change.generationId)
    case 'describe':
      return board.cards.get(change.generationId)?.origin === 'brought-in'
        ? withCard(board, change.generationId, { prompt: change.prompt })
        : board
    case 'rename':
      return change.title === board.title ? board : { ...board, title: change.title }
  }
}

/** A map with a value; null takes it out. */
function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  id: string,
  value: Value | null,
): ReadonlyMap<string, Value> {
  const next = new Map(map)
  if (value === null) next.delete(id)
  else next.set(id, value)
  return next
}

function withItem(items: BoardItems, change: ItemChange): BoardItems {
  if (isFrameChange(change)) {
    const { frameId } = change
    const frame = changedFrame(items.frames.get(frameId) ?? null, change)
    return { ...items, frames: withEntry(items.frames, frameId, frame) }
  }
  const note = changedNote(items.notes.get(change.noteId) ?? null, change)
  return { ...items, notes: withEntry(items.notes, change.noteId, note) }
}

function withCard(board: BoardState, id: string, fields: Partial<CardState>): BoardState {
  const card = board.cards.get(id)
  if (!card || card.deletedWith !== null) return board
  return { ...board, cards: new Map(board.cards).set(id, { ...card, ...fields }) }
}

function withFeedback(board: BoardState, change: Extract<BoardChange, { kind: 'feedback' }>): BoardState {
  const feedback = new Set(board.feedback)
  const key = feedbackKey(change.imageId, change.feedbackType)
  if (change.isGiven) feedback.add(key)
  else feedback.delete(key)
  return { ...board, feedback }
}

function withoutBranch(board: BoardState, id: string): BoardState {
  if (board.cards.get(id)?.deletedWith !== null) return board
  const cards = new Map(board.cards)
  const live = [...board.cards].filter(([, card]) => card.deletedWith === null)
  const nodes = live.map(([nodeId, card]) => ({ id: nodeId, parentId: card.parentId }))
  for (const goneId of withDescendants(id, nodes)) {
    const card = cards.get(goneId)
    if (card) cards.set(goneId, { ...card, deletedWith: id })
  }
  return { ...board, cards }
}

function withBranch(board: BoardState, id: string): BoardState {
  const cards = new Map(board.cards)
  for (const [cardId, card] of board.cards)
    if (card.deletedWith === id) cards.set(cardId, { ...card, deletedWith: null })
  return { ...board, cards }
}
