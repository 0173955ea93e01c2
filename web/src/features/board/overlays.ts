import type { PromptedBranchKind } from '#contract/cards/generation.ts'
import { noSelection, type Selection } from '#domain/board/selection.ts'
import type { EditOperation } from '#domain/edit/operation.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import type { FoundRecord } from '#domain/records/found-record.ts'
import type { ShareScope } from '#domain/sharing/share-scope.ts'
import { createStore } from '#web/data/store.ts'
import type { NewWords } from '#web/data/words/new-words.ts'

/** The image that a branch will start from. */
export type BranchSource = { readonly parentId: string; readonly imageId: string }

/** The branch or root that the prompt panel is open for, and the future place of its card. */
export type Composing = { readonly place: Point } & (
  | { readonly kind: PromptedBranchKind; readonly source: BranchSource }
  | { readonly kind: 'new' }
)

/** Change that a reviewer requests for an image: their words, and the spot in fractions of its size; null: all of it. */
export type EditRequest = { readonly words: string; readonly spot: Point | null }

/** An open panel, dialog or lightbox over the canvas, with its data. */
export type Overlay =
  /** Asks before these cards go to the trash, and these frames, notes and rings are removed. */
  | { readonly kind: 'delete'; readonly selected: Selection }
  /** Asks for the kind of a branch; `at`: beside a button there, in pixels of the window, else in the middle. */
  | { readonly kind: 'branch'; readonly source: BranchSource; readonly at?: Rect | undefined }
  /** Links for review; `scope`: what the dialog begins with. */
  | { readonly kind: 'share'; readonly scope: ShareScope }
  /** A picture file that may contain a record of how it was generated. */
  /** `record`: what the server knows of a file that does not say it itself. */
  | { readonly kind: 'rebuild'; readonly file: File; readonly record?: FoundRecord }
  /** The description of a brought-in card. */
  | { readonly kind: 'describe'; readonly cardId: string }
  /** The description of one image, by a language model or by hand. */
  | { readonly kind: 'describe-image'; readonly cardId: string; readonly imageId: string }
  | { readonly kind: 'describe-images'; readonly imageIds: readonly string[] }
  | { readonly kind: 'compose'; readonly composing: Composing }
  /** An image, and the card from which stepping through its branch began. */
  | { readonly kind: 'lightbox'; readonly startCardId: string; readonly cardId: string; readonly imageId: string }
  /** The editor of an image; `operation`: what it begins with, null: what was prepared last. */
  | {
      readonly kind: 'edit'
      readonly cardId: string
      readonly imageId: string
      readonly operation: EditOperation | null
      readonly request?: EditRequest
      /** Makes it without a press of Go. */
      readonly begins?: 'at-once'
    }
  | { readonly kind: 'find' }
  | { readonly kind: 'trash' }
  /** The images of the user, to be put on the canvas. */
  | { readonly kind: 'assets' }
  /** The comments of reviewers; `commentId`: the one to begin with, null: none in particular. */
  | { readonly kind: 'review'; readonly commentId: string | null }
  /** The conversation with the assistant. */
  | { readonly kind: 'assistant' }
  /**
   * The changes along a branch; `at` is a point of the screen, null: beside the card. One that a pointer opened closes
   * with it.
   */
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
  /** Frames or cards one after the other over the whole screen. */
  | { readonly kind: 'present' }
  /** The canvas at an earlier time; `purseId`: what was done in a purse, step by step. */
  | { readonly kind: 'timeline'; readonly purseId?: string }
  /** The steps in a purse. */
  | { readonly kind: 'purse'; readonly purseId: string }
  /** An area for an agent, which asks how much it may spend there. */
  | { readonly kind: 'give-credits'; readonly area: Rect; readonly name?: string }
  /** A re-run of a branch, with a change at its root. */
  | { readonly kind: 'rerun'; readonly cardId: string }
  /** The cost of a branch, and its cap. */
  | { readonly kind: 'cost'; readonly cardId: string }
  /** Saves a prompt, or names images as a reference. */
  | { readonly kind: 'prompt-panel'; readonly opens: NewWords }

export type OverlayKind = Overlay['kind']
export type OverlayOf<Kind extends OverlayKind> = Extract<Overlay, { kind: Kind }>

/** Each slot of the screen has one overlay: a new one replaces the previous one. */
export type OverlaySlot = 'dialog' | 'composer' | 'lightbox' | 'side' | 'popover' | 'lineage'

const slots: Readonly<Record<OverlayKind, OverlaySlot>> = {
  delete: 'dialog',
  branch: 'dialog',
  share: 'dialog',
  rebuild: 'dialog',
  describe: 'dialog',
  'describe-image': 'dialog',
  'describe-images': 'dialog',
  'give-credits': 'dialog',
  compose: 'composer',
  lightbox: 'lightbox',
  edit: 'lightbox',
  present: 'lightbox',
  find: 'side',
  trash: 'side',
  assets: 'side',
  review: 'side',
  assistant: 'side',
  purse: 'side',
  difference: 'popover',
  apply: 'lineage',
  path: 'lineage',
  compare: 'lineage',
  cull: 'lineage',
  timeline: 'lineage',
  rerun: 'lineage',
  cost: 'lineage',
  'prompt-panel': 'dialog',
}

export type Overlays = ReturnType<typeof createOverlays>

/** The open overlays of one canvas, the newest at the end. */
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

/** Asks before these are deleted. */
export function askToDelete({ overlays }: { readonly overlays: Overlays }, these: Partial<Selection>): void {
  overlays.open({ kind: 'delete', selected: { ...noSelection, ...these } })
}

/** Opens an image in the lightbox; stepping through its branch starts at its card. */
export function openLightbox({ overlays }: { readonly overlays: Overlays }, cardId: string, imageId: string): void {
  overlays.open({ kind: 'lightbox', startCardId: cardId, cardId, imageId })
}
