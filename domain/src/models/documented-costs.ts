import type { EditOperation } from '../edit/operation.ts'
import type { Resolution } from './aspect-ratio.ts'
import { gptImageCost, gptImageQualities } from './gpt-image-cost.ts'
import type { Model } from './model.ts'

/** The cost of one image at its vendor, in US dollars. */
export type DocumentedCost = {
  readonly usd: number
  /** The lower end, where what is published is a range. */
  readonly minUsd?: number
}

type Costs = {
  readonly usd: number
  /** The resolutions that cost something else. */
  readonly byResolution?: Readonly<Partial<Record<Resolution, number>>>
  /** The operations that cost something else than an image at 1K. */
  readonly byOperation?: Readonly<Partial<Record<EditOperation, number>>>
  /** The page or package that names it. */
  readonly source: string
}

const nanoBanana: Costs = {
  usd: 0.0336,
  byResolution: { '2K': 0.0504, '4K': 0.1134 },
  source:
    '$30 a million output tokens, 1,120 tokens at 1K, 1,680 at 2K (fal.ai/learn/tools/nano-banana-api, inference.sh)',
}

/**
 * Costs by the vendors' ids of models: list prices of autumn 2026 for the image that is made. Words, and pictures that are sent, come
 * on top where a vendor bills them by token, megapixel or piece. An operator sees the whole in /metrics.
 */
const costs: Readonly<Record<string, Costs>> = {
  'gemini-nano-banana-2.1': nanoBanana,
  'gemini-3.1-flash-lite-image': { usd: 0.0336, source: 'cloud.google.com, pricing: 1,120 tokens, at 1K alone' },
  'gemini-3-pro-image': { usd: 0.134, byResolution: { '4K': 0.24 }, source: 'ai.google.dev, pricing' },
  'krea/krea-2/large': { usd: 0.06, source: 'docs.krea.ai, pricing; $0.065 with style references' },
  // By the others' surcharge, with style references: those of this one are not published alike.
  'krea/krea-2/medium': { usd: 0.035, source: 'docs.krea.ai, pricing: $0.03' },
  'krea/krea-2/medium-turbo': { usd: 0.015, source: 'docs.krea.ai, pricing; $0.0175 with style references' },
  'bfl/flux-1-dev': { usd: 0.007, source: 'docs.krea.ai, pricing' },
  'z-image/z-image': { usd: 0.003, source: 'docs.krea.ai, pricing' },
  'google/nano-banana-2.1': { usd: 0.08, source: 'docs.krea.ai, pricing of Nano Banana 2' },
  'krea/enhance': { usd: 0.08, source: 'docs.krea.ai, pricing; not found again in November 2026' },
  'black-forest-labs/flux-krea-dev': { usd: 0.025, source: 'replicate.com, model page' },
  'black-forest-labs/flux-kontext-dev': { usd: 0.025, source: 'replicate.com, model page' },
  'black-forest-labs/flux-kontext-pro': { usd: 0.04, source: 'replicate.com, model page' },
  'black-forest-labs/flux-1.1-pro': { usd: 0.04, source: 'replicate.com, model page' },
  'black-forest-labs/flux-1.1-pro-ultra': { usd: 0.06, source: 'replicate.com, model page' },
  'black-forest-labs/flux-2-pro': {
    usd: 0.03,
    byResolution: { '2K': 0.075 },
    byOperation: { instruct: 0.045, restyle: 0.045, 'replace-background': 0.045 },
    source: 'replicate.com, model page: $0.015 a run and $0.015 a megapixel (1024 × 1024) that is made or sent',
  },
  'black-forest-labs/flux-2-flex': {
    usd: 0.06,
    byResolution: { '2K': 0.24 },
    byOperation: { instruct: 0.12, restyle: 0.12, 'replace-background': 0.12 },
    source: 'replicate.com, model page: $0.06 a megapixel (1024 × 1024) that is made or sent',
  },
  'black-forest-labs/flux-fill-pro': { usd: 0.05, source: 'replicate.com, model page' },
  'bytedance/seedream-4': { usd: 0.03, source: 'replicate.com, model page' },
  'qwen/qwen-image': { usd: 0.025, source: 'replicate.com, model page' },
  'qwen/qwen-image-edit-plus': { usd: 0.03, source: 'replicate.com, model page' },
  'recraft-ai/recraft-crisp-upscale': { usd: 0.006, source: 'replicate.com, model page' },
  'bria/remove-background': { usd: 0.018, source: 'replicate.com, model page' },
  'bytedance/seedream-4.5': { usd: 0.04, source: 'vercel.com/ai-gateway/models/seedream-4.5' },
  'bytedance/seedream-5.0-pro': {
    usd: 0.045,
    byResolution: { '2K': 0.09 },
    source: 'vercel.com/ai-gateway/models/seedream-5.0-pro; further pictures that are sent cost extra',
  },
  'bytedance/seedream-5.0-lite': { usd: 0.035, source: 'vercel.com/ai-gateway/models/seedream-5.0-lite' },
  'recraft/recraft-v4.1': { usd: 0.035, source: 'vercel.com/ai-gateway/models/recraft-v4.1' },
  'recraft/recraft-v4.1-flash': { usd: 0.007, source: 'vercel.com/ai-gateway/models/recraft-v4.1-flash' },
  'recraft/recraft-v4.1-pro': { usd: 0.21, source: 'recraft.ai/docs, api-reference/models/recraft-v4-1' },
  'recraft/recraft-v4': { usd: 0.04, source: 'vercel.com/ai-gateway/models/recraft-v4' },
  'bfl/flux-3-image': {
    usd: 0.048,
    byResolution: { '2K': 0.1 },
    source: 'vercel.com/ai-gateway/models/flux-3-image; 2K: bfl.ai/pricing',
  },
  'prodia/flux-fast-schnell': { usd: 0.001, source: 'vercel.com/ai-gateway, models; not found again in November 2026' },
  'bfl/flux-pro-1.0-fill': { usd: 0.05, source: 'vercel.com/ai-gateway, models' },
  'topaz/wonder-3.5': { usd: 0.08, source: 'vercel.com/ai-gateway, models; not found again in November 2026' },
  gen4_image: { usd: 0.05, byResolution: { '2K': 0.08 }, source: 'docs.dev.runwayml.com, pricing: 5 and 8 credits' },
  muse_image: { usd: 0.01, source: '@runwayml/sdk 4.20, MuseImage.outputCount: a credit an image' },
  magnific_precision_upscaler_v2: {
    usd: 0.25,
    source: 'docs.dev.runwayml.com, pricing: 25 credits up to 4,096 pixels a side, which the adapter does not exceed',
  },
  'ideogram-3': {
    usd: 0.06,
    byOperation: { 'remove-background': 0.01, upscale: 0.08 },
    source: 'ideogram.ai/blog/ideogram-api-pricing; enlarging by the megapixels of the result',
  },
  'ideogram-4': { usd: 0.06, source: 'ideogram.ai/blog/ideogram-api-pricing' },
}

type Costed = Pick<Model, 'apiModel' | 'parameters'>

const isGptImage26 = ({ apiModel }: Costed) => apiModel.startsWith('gpt-image-2.6-')

/** The documented cost of an image from words or with references; null for a model that is not in the table. */
export function documentedCost(model: Costed, resolution: Resolution): DocumentedCost | null {
  if (isGptImage26(model)) {
    const { quality = 'medium', partial_images: previews = 0 } = model.parameters ?? {}
    const known = gptImageQualities.find((each) => each === quality)
    return known === undefined ? null : gptImageCost({ quality: known, previews: Number(previews) }, resolution)
  }
  const found = costs[model.apiModel]
  return found ? { usd: found.byResolution?.[resolution] ?? found.usd } : null
}

/** The same for an edit, whose pictures have at most the pixels of 1K. */
export function documentedEditCost(model: Costed, operation: EditOperation): DocumentedCost | null {
  const usd = costs[model.apiModel]?.byOperation?.[operation]
  return usd === undefined ? documentedCost(model, '1K') : { usd }
}
