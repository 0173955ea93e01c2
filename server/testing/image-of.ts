import type { GenerationShape } from '#contract/cards/generation.ts'

/** The id of a card's image, by its index. */
export const imageOf = (card: GenerationShape, place = 0): string => card.images[place]?.id ?? ''
