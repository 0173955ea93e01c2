import type { GenerationShape } from '#contract/generation.ts'
import { totalCost } from '#domain/lineage/branch-cost.ts'
import { bestImage } from '#domain/lineage/keepers.ts'
import { type Entry, sheetSlotsOfEntry } from './entry.ts'

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

/** A card's face from its generation; the slots of its pictures come from its entry. */
export function cardFace(generation: GenerationShape, entry: Entry): CardFace {
  const { prompt, model, settings, status, images } = generation
  const cost = totalCost(generation)
  const slots = sheetSlotsOfEntry(entry)
  return {
    prompt,
    model,
    settings: `${settings.aspectRatio} · ${settings.resolution}${cost > 0 ? ` · ${(cost / 100).toFixed(2)} credits` : ''}`,
    isRunning: status === 'queued' || status === 'running',
    bestPlace: bestImage(images),
    images: images.map(({ id, status: imageStatus, averageColor, width, height, attempt }, place) => ({
      id,
      state: stateOf(imageStatus),
      averageColor,
      width,
      height,
      // A picture that was made anew has left its slot.
      sheet: attempt === 1 ? (slots[place] ?? null) : null,
    })),
  }
}
