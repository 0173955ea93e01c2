import type { Point } from '#domain/geometry/rect.ts'
import { createStore } from '#web/data/store.ts'

/** The branch whose change is shown, and how it was asked for: what a pointer opened goes when the pointer goes. */
export type Inspected = {
  readonly parentId: string
  readonly childId: string
  /** Where on the screen; null: beside the card. */
  readonly at: Point | null
  readonly by: 'pointer' | 'press'
}

/** What of a project's lineage is open. One at a time. */
export type LineagePart =
  /** The change of a branch is being made to another card; null until one is chosen. */
  | { readonly kind: 'apply'; readonly parentId: string; readonly childId: string; readonly targetId: string | null }
  /** The way from the root to an image. */
  | { readonly kind: 'path'; readonly cardId: string; readonly imageId: string }
  /** Two to four images beside each other. */
  | { readonly kind: 'compare'; readonly imageIds: readonly string[] }
  /** One image after the other of a branch; null: of the whole project. */
  | { readonly kind: 'cull'; readonly rootId: string | null }
  /** The canvas at an earlier moment. */
  | { readonly kind: 'time' }
  /** A branch is changed at its root and made again. */
  | { readonly kind: 'rerun'; readonly cardId: string }
  /** What a branch has cost, and its cap. */
  | { readonly kind: 'cost'; readonly cardId: string }

/** What is open of a board's lineage: nothing at first. */
export const createLineageState = () => ({
  inspected: createStore<Inspected | null>(null),
  part: createStore<LineagePart | null>(null),
  /** The images that are being gathered for a comparison, in their order. */
  gathered: createStore<readonly string[]>([]),
})
