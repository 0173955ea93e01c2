import type { GenerationShape } from '#contract/generation.ts'

/** The id of a card's image, by its index. */
export const imageOf = (card: GenerationShape, place = 0): string => card.images[place]?.id ?? ''
