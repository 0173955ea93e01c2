import type { GenerationShape } from '#contract/cards/generation.ts'
import { imageUrl } from '#contract/cards/image-url.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { completedGeneration } from './fake-account.ts'
import { listedModels } from './fake-catalogue.ts'

const price = 100
const cardPrice = 4 * price

/** A card whose images have the ids that follow from its own, so that they have numbers where only their ids are known. */
export function numberedCard(number: number, over: Partial<GenerationShape> = {}): GenerationShape {
  const card = completedGeneration(number, { price: cardPrice, ...over })
  return {
    ...card,
    images: card.images.map((image, place) => {
      const id = imageIdOf(card.id, place)
      return { ...image, id, imageUrl: imageUrl(id) }
    }),
  }
}

/** Sketch at one credit an image, a card of four at four. */
export const pricedModels = listedModels().map((model) =>
  model.isBuiltIn
    ? { ...model, stats: { ...model.stats, credits: price }, prices: { '1K': price, '2K': price, '4K': price } }
    : model,
)

const lake = 'A still lake between pine hills'

const at = (column: number, row: number) => ({ canvasX: 10_000 + column * 900, canvasY: 10_000 + row * 500 })

const settings = (aspectRatio: '2:3' | '16:9') => ({ ...completedGeneration(2).settings, aspectRatio })

const branch = (number: number, parent: GenerationShape, image: number, over: Partial<GenerationShape>) =>
  numberedCard(number, {
    parentGenerationId: parent.id,
    parentImageId: parent.images[image]?.id ?? null,
    branchKind: 'remix',
    settings: settings('2:3'),
    ...over,
  })

/**
 * A lake, a branch of it with a boat, a branch of that at night, and another branch of the lake with bare hills. Their
 * numbers are tens: the ids of images are next to those of their cards.
 */
export const root = numberedCard(20, { prompt: lake, settings: settings('2:3'), ...at(0, 0) })
export const boat = branch(40, root, 2, { prompt: `${lake}, a rowing boat`, ...at(0, 1) })
export const night = branch(60, boat, 1, {
  prompt: `${lake}, a rowing boat, at night`,
  settings: settings('16:9'),
  ...at(0, 2),
})
export const bare = branch(80, root, 0, { prompt: 'A still lake between bare hills', ...at(1, 1) })
export const lakeCards = [root, boat, night, bare]

/** The place of the line between the lake and the boat, on the board. */
export const lineToBoat = { x: 10_400, y: 10_420 }
