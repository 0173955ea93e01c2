import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import type { StyleShape } from '#contract/cards/style.ts'
import type { ModelShape } from '#contract/models/model.ts'
import { generation, image } from '#contract/testing/builders.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'

/** An image with defaults and a short id: queued, 2:3 at 1K. */
export const imageWith = (over: Partial<ImageShape> = {}): ImageShape =>
  image({ id: 'i', generationId: 'g1', width: 832, height: 1248, seed: 1, ...over })

/** A generation with defaults: four queued images named after it, `g1-0` to `g1-3`. */
export function generationWith(over: Partial<GenerationShape> = {}): GenerationShape {
  const id = over.id ?? 'g1'
  return generation({
    id,
    projectId: 'p',
    prompt: 'A pear',
    images: [0, 1, 2, 3].map((orderNum) => imageWith({ id: `${id}-${orderNum}`, generationId: id, orderNum })),
    ...over,
  })
}

/** An entry of the model picker with defaults: available, and supporting everything. */
export const modelWith = (over: Partial<ModelShape> = {}): ModelShape => ({
  name: 'Sketch',
  value: 'sketch',
  provider: 'sketch',
  isBuiltIn: true,
  badge: 'Not AI',
  description: 'Paints.',
  stats: { speed: 1, credits: 0, images: 1 },
  prices: { '1K': 0, '2K': 0, '4K': 0 },
  edits: [],
  features: [],
  does: ['words', 'edit'],
  capabilities: {
    supportsStyles: true,
    supportsImagePrompts: true,
    supportsCustomRatios: true,
    supportsEditing: true,
    supportsRaw: true,
  },
  mostImagePrompts: 4,
  aspectRatios: [...aspectRatios],
  resolutions: [...resolutions],
  apiModel: 'sketch-1',
  isDefault: false,
  connection: null,
  isShown: true,
  isFavourite: false,
  usedAt: null,
  sampleImageId: null,
  usualSeconds: null,
  ownKey: false,
  isAvailable: true,
  missing: null,
  successor: null,
  notice: null,
  ...over,
})

/** A style with defaults: a sample of the community for Krea. */
export const styleWith = (over: Partial<StyleShape> = {}): StyleShape => ({
  id: 'style',
  collection: 'community',
  family: 'krea-1',
  title: 'Cut paper',
  username: 'ada.k',
  model: 'Krea 2',
  promptFragment: 'flat colour',
  coverUrl: '/styles/cover.webp',
  exampleUrls: [],
  referenceIds: [],
  isPinned: false,
  isOwn: false,
  ...over,
})
