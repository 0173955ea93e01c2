import type { GenerationShape } from '#contract/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { CardLayout } from './card-layout.ts'

/** The user's own changes that were made together, applied over the server's state until its events include them. */
type Batch = {
  readonly id: string
  /** Each with the cards, frames or notes that it touches. */
  readonly changes: readonly TouchingChange[]
}

type TouchingChange = { readonly change: BoardChange; readonly touchedIds: readonly string[] }

/** A batch that the server has accepted: its events are complete once everything up to `seq` has arrived. */
type Waiting = Batch & { seq: number | null }

/** Makes an empty overlay. */
export function createPendingChanges() {
  const batches = new Map<string, Waiting>()
  const byId = new Map<string, BoardChange[]>()

  const take = (batch: Batch): string[] => {
    batches.delete(batch.id)
    const gone = new Set(batch.changes.map(({ change }) => change))
    const touched = new Set(batch.changes.flatMap(({ touchedIds }) => touchedIds))
    for (const id of touched) {
      const left = byId.get(id)?.filter((change) => !gone.has(change)) ?? []
      if (left.length > 0) byId.set(id, left)
      else byId.delete(id)
    }
    return [...touched]
  }

  return {
    /** The pending changes of a card, frame or note, the first one first. */
    of: (id: string): readonly BoardChange[] => byId.get(id) ?? [],

    add(batch: Batch) {
      if (batches.has(batch.id)) return
      batches.set(batch.id, { ...batch, seq: null })
      for (const { change, touchedIds } of batch.changes)
        for (const id of touchedIds) {
          const list = byId.get(id)
          if (list) list.push(change)
          else byId.set(id, [change])
        }
    },

    /** Removes a batch that the server has refused. Returns what may look different now. */
    refuse(batchId: string): string[] {
      const batch = batches.get(batchId)
      return batch ? take(batch) : []
    },

    /** Records that the event with number `seq` completes the batch. */
    accept(batchId: string, seq: number) {
      const batch = batches.get(batchId)
      if (batch) batch.seq = seq
    },

    /** Removes what the events up to `seq` include. Returns what may look different now. */
    settle(seq: number): string[] {
      if (batches.size === 0) return []
      const settled = [...batches.values()].filter((batch) => batch.seq !== null && batch.seq <= seq)
      return settled.flatMap(take)
    },
  }
}

/** Whether a card is on the board after the pending changes. */
export const isShown = (isLive: boolean, changes: readonly BoardChange[]) =>
  changes.reduce((shown, { kind }) => (kind === 'delete' || kind === 'restore' ? kind === 'restore' : shown), isLive)

/** A card's place after the pending changes. */
export function overlaidLayout(layout: CardLayout, changes: readonly BoardChange[]): CardLayout {
  let card = layout
  for (const change of changes) {
    if (change.kind === 'place') card = { ...card, x: change.canvasX, y: change.canvasY }
    if (change.kind === 'collapse') card = { ...card, isCollapsed: change.isCollapsed }
  }
  return card
}

/** A generation after the pending changes. Unchanged images keep their identity. */
export function overlaidGeneration(generation: GenerationShape, changes: readonly BoardChange[]): GenerationShape {
  let shown = generation
  for (const change of changes) shown = withChange(shown, change)
  return shown
}

function withChange(generation: GenerationShape, change: BoardChange): GenerationShape {
  switch (change.kind) {
    case 'place':
      return { ...generation, canvasX: change.canvasX, canvasY: change.canvasY }
    case 'collapse':
      return { ...generation, isCollapsed: change.isCollapsed }
    case 'describe':
      return { ...generation, prompt: change.prompt }
    case 'feedback':
      return { ...generation, images: generation.images.map((image) => withFeedback(image, change)) }
    default:
      return generation
  }
}

function withFeedback(
  image: GenerationShape['images'][number],
  { imageId, feedbackType, isGiven }: Extract<BoardChange, { kind: 'feedback' }>,
) {
  if (image.id !== imageId || image.feedback.includes(feedbackType) === isGiven) return image
  const others = image.feedback.filter((type) => type !== feedbackType)
  return { ...image, feedback: isGiven ? [...others, feedbackType] : others }
}
