import type { GenerationShape } from '#contract/generation.ts'
import { formatPrice } from '#domain/format.ts'
import { bestImage } from '#domain/lineage/judged-image.ts'

/** What a card looks like from far away. */
export type CardFace = {
  readonly prompt: string
  readonly model: string
  readonly settings: string
  readonly isRunning: boolean
  readonly images: readonly FaceImage[]
  /** The place of the starred image, else of a liked one; null where there is none. */
  readonly bestPlace: number | null
}

export type FaceImage = {
  readonly id: string
  readonly state: 'waiting' | 'failed' | 'picture'
  /** `#rrggbb` of a picture; null where it is not known. */
  readonly averageColor: string | null
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Where its thumbnail lies in the sheets of thumbnails. */
  readonly sheet: { readonly sheetId: string; readonly slot: number } | null
}

const stateOf = (status: GenerationShape['images'][number]['status']): FaceImage['state'] => {
  if (status === 'completed') return 'picture'
  return status === 'failed' || status === 'cancelled' ? 'failed' : 'waiting'
}

type BesideGeneration = {
  /** Hundredths of a credit; 0 is not shown. */
  readonly cost: number
  /** Where the card's pictures lie in the sheets, by their place. */
  readonly slots: readonly (FaceImage['sheet'] | undefined)[]
}

/** A card's face from its generation. */
export function cardFace(generation: GenerationShape, { cost, slots }: BesideGeneration): CardFace {
  const { prompt, model, settings, status, images } = generation
  return {
    prompt,
    model,
    settings: `${settings.aspectRatio} · ${settings.resolution}${cost > 0 ? ` · ${formatPrice(cost)} credits` : ''}`,
    isRunning: status === 'queued' || status === 'running',
    bestPlace: bestImage(images),
    images: images.map(({ id, status: imageStatus, averageColor, width, height, attempt }, place) => ({
      id,
      state: stateOf(imageStatus),
      averageColor,
      width,
      height,
      // A picture that was generated again has left its slot.
      sheet: attempt === 1 ? (slots[place] ?? null) : null,
    })),
  }
}
