import type { BranchKind } from '#contract/generation.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { createStore } from '#web/data/store.ts'

/** The image that a branch is to start from. */
export type BranchSource = { readonly parentId: string; readonly imageId: string }

/** What the prompt panel is open for, and where its card will land. */
export type Composing = { readonly place: Point } & (
  | { readonly kind: BranchKind; readonly source: BranchSource }
  | { readonly kind: 'new' }
)

/** A panel, dialog or lightbox that is open over the canvas, with what it is about. */
export type Overlay =
  /** Asks before cards go to the trash. */
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
  /** Asks for the kind of a branch. */
  | { readonly kind: 'branch'; readonly source: BranchSource }
  | { readonly kind: 'share'; readonly generationId: string | null }
  /** A picture file that may hold a record of how it was made. */
  | { readonly kind: 'rebuild'; readonly file: File }
  | { readonly kind: 'compose'; readonly composing: Composing }
  /** An image, and the card from which the walk through its branch began. */
  | { readonly kind: 'lightbox'; readonly startCardId: string; readonly cardId: string; readonly imageId: string }
  | { readonly kind: 'find' }
  | { readonly kind: 'trash' }
  | { readonly kind: 'review' }
  /** What changed along a branch; `at` is a point of the screen, null: beside the card. What a pointer opened goes with it. */
  | {
      readonly kind: 'difference'
      readonly parentId: string
      readonly childId: string
      readonly at: Point | null
      readonly by: 'pointer' | 'press'
    }
  /** The change of a branch is applied to another card; null until one is chosen. */
  | { readonly kind: 'apply'; readonly parentId: string; readonly childId: string; readonly targetId: string | null }
  /** The path from the root to an image. */
  | { readonly kind: 'path'; readonly cardId: string; readonly imageId: string }
  /** Two to four images beside each other. */
  | { readonly kind: 'compare'; readonly imageIds: readonly string[] }
  /** One image after the other of a branch; null: of the whole project. */
  | { readonly kind: 'cull'; readonly rootId: string | null }
  /** The canvas at an earlier moment. */
  | { readonly kind: 'timeline' }
  /** A branch is changed at its root and generated again. */
  | { readonly kind: 'rerun'; readonly cardId: string }
  /** What a branch has cost, and its cap. */
  | { readonly kind: 'cost'; readonly cardId: string }

export type OverlayKind = Overlay['kind']
export type OverlayOf<Kind extends OverlayKind> = Extract<Overlay, { kind: Kind }>

/** Each place of the screen holds one overlay: what opens there takes the place of what was there. */
export type OverlaySlot = 'dialog' | 'composer' | 'lightbox' | 'side' | 'popover' | 'lineage'

const slots: Readonly<Record<OverlayKind, OverlaySlot>> = {
  delete: 'dialog',
  branch: 'dialog',
  share: 'dialog',
  rebuild: 'dialog',
  compose: 'composer',
  lightbox: 'lightbox',
  find: 'side',
  trash: 'side',
  review: 'side',
  difference: 'popover',
  apply: 'lineage',
  path: 'lineage',
  compare: 'lineage',
  cull: 'lineage',
  timeline: 'lineage',
  rerun: 'lineage',
  cost: 'lineage',
}

export type Overlays = ReturnType<typeof createOverlays>

/** What is open over one canvas, the overlay opened last at the end. */
export function createOverlays() {
  const store = createStore<readonly Overlay[]>([])
  const isOpenAs = (kind: OverlayKind) => (overlay: Overlay) => overlay.kind === kind
  return {
    subscribe: store.subscribe,
    get: store.get,
    /** Opens an overlay in its slot. */
    open(overlay: Overlay): void {
      const others = store.get().filter(({ kind }) => slots[kind] !== slots[overlay.kind])
      store.set([...others, overlay])
    },
    /** Closes the overlay of a kind, if it is open. */
    close(kind: OverlayKind): void {
      if (store.get().some(isOpenAs(kind))) store.set(store.get().filter((overlay) => overlay.kind !== kind))
    },
    /** The open overlay of a kind; null where there is none. */
    find<Kind extends OverlayKind>(kind: Kind): OverlayOf<Kind> | null {
      return (store.get().find(isOpenAs(kind)) ?? null) as OverlayOf<Kind> | null
    },
    /** The overlay in a slot; null while it is free. */
    inSlot: (slot: OverlaySlot): Overlay | null => store.get().find(({ kind }) => slots[kind] === slot) ?? null,
  }
}

/** Opens an image in the lightbox; the walk through its branch begins at its card. */
export function openLightbox({ overlays }: { readonly overlays: Overlays }, cardId: string, imageId: string): void {
  overlays.open({ kind: 'lightbox', startCardId: cardId, cardId, imageId })
}
