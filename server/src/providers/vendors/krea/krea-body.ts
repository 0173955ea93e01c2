/** A style reference with its strength. */
export type WeightedPicture = { readonly url: string; readonly strength: number }

type Common = { readonly prompt: string; readonly seed: number; readonly image_url?: string }

/** POST /generate/image/krea/krea-2/{large|medium|medium-turbo} (docs.krea.ai/api-reference/krea). */
export type Krea2Body = Common & {
  readonly aspect_ratio: string
  readonly resolution: '1K'
  readonly creativity: 'raw' | 'low' | 'medium' | 'high'
  readonly strength?: number
  readonly image_style_references?: readonly WeightedPicture[]
}

/** POST /generate/image/bfl/flux-1-dev (docs.krea.ai/api-reference/image/flux). */
export type FluxBody = Common & {
  readonly width: number
  readonly height: number
  readonly strength?: number
  readonly style_images?: readonly WeightedPicture[]
  readonly image_style_references?: readonly WeightedPicture[]
}

/** POST /generate/image/z-image/z-image (docs.krea.ai/api-reference/image/z-image). */
export type ZImageBody = Common & {
  readonly aspect_ratio: string
  readonly resolution: '1K'
  readonly skip_prompt_expansion: boolean
  readonly denoising_strength?: number
  readonly style_images?: readonly WeightedPicture[]
}

/** POST /generate/image/google/nano-banana-2.1: without a ratio it keeps that of the first picture. */
export type NanoBananaBody = {
  readonly prompt: string
  readonly image_urls: readonly string[]
  readonly resolution: '1K' | '2K' | '4K'
}

/** POST /generate/enhance/krea/enhance. */
export type EnhanceBody = {
  readonly image_url: string
  readonly image_scaling_factor: number
  /** 0.1 to 1: how much is painted again. */
  readonly ai_strength: number
  /** 0 to 2.5: how closely the picture is kept. */
  readonly resemblance_strength: number
  readonly seed: number
}

export type KreaBody = Krea2Body | FluxBody | ZImageBody | NanoBananaBody | EnhanceBody
