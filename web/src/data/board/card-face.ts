import type { GenerationShape } from '#contract/generation.ts'
import { formatPrice } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { bestImage } from '#domain/lineage/judged-image.ts'

/** The face of a card: what is painted of it when zoomed out. */
export type CardFace = {
  readonly prompt: string
  readonly model: string
  readonly settings: string
  readonly isRunning: boolean
  readonly images: readonly FaceImage[]
  /** The index of the starred image, else of a liked one; null where there is none. */
  readonly bestPlace: number | null
}

export type FaceImage = {
  readonly id: string
  readonly state: 'waiting' | 'failed' | 'picture'
  /** `#rrggbb` of a picture; null where it is unknown. */
  readonly averageColor: string | null
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

type BesideGeneration = {
  /** Hundredths of a credit; 0 is not shown. */
  readonly cost: number
  /** The places of the card's pictures in the sheets, by image index. */
  readonly slots: readonly (FaceImage['sheet'] | undefined)[]
}

/** Derives a card's face from its generation. */
export function cardFace(generation: GenerationShape, { cost, slots }: BesideGeneration): CardFace {
  const { prompt, model, settings, status, images } = generation
  return {
    prompt,
    model: shownModel(model),
    settings: `${settings.aspectRatio} · ${settings.resolution}${cost > 0 ? ` · ${formatPrice(cost)} credits` : ''}`,
    isRunning: status === 'queued' || status === 'running',
    bestPlace: bestImage(images),
    images: images.map(({ id, status: imageStatus, averageColor, width, height, attempt }, place) => ({
      id,
      state: stateOf(imageStatus),
      averageColor,
      width,
      height,
      // A re-generated picture is no longer in its slot.
      sheet: attempt === 1 ? (slots[place] ?? null) : null,
    })),
  }
}
