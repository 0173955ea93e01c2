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
  readonly denoising_strength?: number
  readonly style_images?: readonly WeightedPicture[]
}

export type KreaBody = Krea2Body | FluxBody | ZImageBody
