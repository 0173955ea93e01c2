import type { GenerationShape } from '#contract/generation.ts'
import { shownModel } from '#domain/generation/origin.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'

/** The layout of a card on the canvas. */
export type CardLayout = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Higher is above: cards are stacked in the order of their creation. */
  readonly order: number
}

/** Whether the canvas would show both alike. */
export const isSameLayout = (a: CardLayout, b: CardLayout) =>
  a.x === b.x &&
  a.y === b.y &&
  a.isCollapsed === b.isCollapsed &&
  a.parentId === b.parentId &&
  a.order === b.order &&
  a.createdAt === b.createdAt

/** The face of a card: what is painted of it when zoomed out. */
export type CardFace = {
  readonly prompt: string
  readonly model: string
  /** The kind of the branch that the card is; null for a root. */
  readonly branchKind: GenerationShape['branchKind']
  readonly isRunning: boolean
  readonly images: readonly FaceImage[]
  /** The index of the image that represents the card. */
  readonly bestPlace: number
}

type FaceImage = {
  readonly id: string
  readonly state: 'waiting' | 'failed' | 'picture'
  /** `#rrggbb` of a picture; null where it is unknown. */
  readonly averageColor: string | null
  readonly isStarred: boolean
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** The place of its thumbnail in the sheets. */
  readonly sheet: { readonly sheetId: string; readonly slot: number } | null
}

const stateOf = (status: GenerationShape['images'][number]['status']): FaceImage['state'] => {
  if (status === 'completed') return 'picture'
  return status === 'failed' || status === 'cancelled' ? 'failed' : 'waiting'
}

/** Derives a card's face from its generation, and the places of its pictures in the sheets, by image index. */
export function cardFace(generation: GenerationShape, slots: readonly (FaceImage['sheet'] | undefined)[]): CardFace {
  const { prompt, model, branchKind, status, images } = generation
  return {
    prompt,
    model: shownModel(model),
    branchKind,
    isRunning: status === 'queued' || status === 'running',
    bestPlace: facePlace(images),
    images: images.map(({ id, status: imageStatus, averageColor, feedback, width, height, attempt }, place) => ({
      id,
      state: stateOf(imageStatus),
      averageColor,
      isStarred: feedback.includes('star'),
      width,
      height,
      // A re-generated picture is no longer in its slot.
      sheet: attempt === 1 ? (slots[place] ?? null) : null,
    })),
  }
}
