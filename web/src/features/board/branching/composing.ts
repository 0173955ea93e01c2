import type { BranchKind, GenerationShape } from '#contract/generation.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../board-view.ts'
import { placeOfBranch, placeOfNew } from './new-card-place.ts'
import { branchingTexts } from './texts.ts'

/** The image that a branch is to start from, while the kind of branch is being chosen. */
export type BranchSource = { readonly parentId: string; readonly imageId: string }

/** What the prompt panel is open for, and where its card will land. */
export type Composing = { readonly place: Point } & (
  | { readonly kind: BranchKind; readonly source: BranchSource }
  | { readonly kind: 'new' }
)

/** What the panel was open for, as storage has it; null where it is something else. */
export function parseComposing(stored: unknown): Composing | null {
  const { kind, place, source } = Object(stored) as { kind?: unknown; place?: unknown; source?: unknown }
  const { x, y } = Object(place) as { x?: unknown; y?: unknown }
  const { parentId, imageId } = Object(source) as { parentId?: unknown; imageId?: unknown }
  if (typeof x !== 'number' || typeof y !== 'number') return null
  if (kind === 'new') return { kind, place: { x, y } }
  const isBranch = kind === 'enhance' || kind === 'remix'
  if (!isBranch || typeof parentId !== 'string' || typeof imageId !== 'string') return null
  return { kind, place: { x, y }, source: { parentId, imageId } }
}

/** The images of a card that can be branched from, attached and downloaded. */
export const finishedImages = (generation: GenerationShape) =>
  generation.images.filter((image) => image.status === 'completed')

/** Asks what kind of branch to make of a card: of its first finished image, or of the one named. */
export function openBranch(view: BoardView, cardId: string, imageId?: string): void {
  const generation = view.board.getGeneration(cardId)
  const finished = generation ? finishedImages(generation) : []
  const image = finished.find(({ id }) => id === imageId) ?? finished[0]
  if (image) view.branching.set({ parentId: cardId, imageId: image.id })
  else showToast({ kind: 'error', title: branchingTexts.error, description: branchingTexts.noParentImage })
}

/** Opens the prompt panel for a branch, where its card will land. */
export function composeBranch(view: BoardView, kind: BranchKind, source: BranchSource): void {
  view.branching.set(null)
  const place = placeOfBranch(source.parentId, [...view.board.cards.values()])
  if (place) view.composing.set({ kind, source, place })
}

/** Opens the prompt panel for a card without a parent: at a point of the canvas, else in the middle of the view. */
export function openNewGeneration(view: BoardView, point?: Point): void {
  const place = placeOfNew(point ?? null, view.controller.visible(), [...view.board.cards.values()])
  view.composing.set({ kind: 'new', place })
}
