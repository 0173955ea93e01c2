import type { FrameSize } from './frame.ts'

/** The way from noise to a picture: by Euler's method with noise added between the steps, or as models distilled by LCM need it. */
export type SamplerName = 'euler-ancestral' | 'lcm'

/** Paths of a model's files. A checkpoint of one file is named as `unet` and as `text`. */
export type ModelFiles = {
  readonly unet: string
  readonly text: string
  /** Encoder and decoder: TAESD, which is small, or Stable Diffusion's own. */
  readonly autoencoder: string
  /** merges.txt of the tokenizer. */
  readonly merges: string
}

/** Everything that decides a picture. */
export type PictureTask = {
  readonly files: ModelFiles
  readonly sampler: SamplerName
  readonly steps: number
  /** Read by models distilled by LCM; the others need none. */
  readonly guidance: number
  readonly prompt: string
  /** A whole number from 0 on. */
  readonly seed: number
  /** The painted frame: multiples of 64. */
  readonly frame: FrameSize
  /** The frame is enlarged to this size, and cut where its ratio differs. */
  readonly size: FrameSize
  /** A picture to paint over (encoded), and how much of it, above 0 to 1. */
  readonly start: { readonly picture: Uint8Array; readonly strength: number } | null
}
export type PaintedPicture = { readonly png: Uint8Array; readonly wordsLeftOut: number }

/**
 * A net that enlarges pictures: an ONNX model, or Real-ESRGAN's general one as PyTorch files. Of its two, `cleaning` was trained to
 * take noise away, `keeping` to keep it; what lies between is a mixture of their weights.
 */
export type UpscalingNet =
  | { readonly kind: 'onnx'; readonly model: string }
  | { readonly kind: 'srvgg'; readonly cleaning: string; readonly keeping: string }

/** Factor of the sides. 1: the picture is cleaned in its own size. */
export const upscaleFactors = [1, 2, 4] as const
export type UpscaleFactor = (typeof upscaleFactors)[number]

export type UpscaleTask = {
  readonly net: UpscalingNet
  /** Encoded; transparency is kept. */
  readonly picture: Uint8Array
  readonly factor: UpscaleFactor
  /** The share of noise and blocks of JPEG that is taken away, 0 to 1. */
  readonly cleaning: number
}
export type UpscaledPicture = FrameSize & { readonly png: Uint8Array }

/** An ONNX model that finds what a picture shows. */
export type CuttingNet = { readonly kind: 'is-net' | 'birefnet'; readonly model: string }

export type CutOutTask = { readonly net: CuttingNet; readonly picture: Uint8Array }
export type CutOutPicture = FrameSize & {
  /** One channel, as large as the picture: 255 where its subject is, 0 where its background is. */
  readonly mask: Uint8Array
  /** The picture, transparent outside of the mask. */
  readonly png: Uint8Array
  /** The share of the picture that is its subject, 0 to 1. Near 0: none was found. */
  readonly share: number
}

/** An ONNX model that fills holes. */
export type ErasingNet = { readonly kind: 'mi-gan' | 'lama'; readonly model: string }

export type EraseTask = {
  readonly net: ErasingNet
  /** Encoded; transparency is flattened on white. */
  readonly picture: Uint8Array
  /** Encoded, of one channel and exactly as large as the picture: 255 is filled, 0 stays, what lies between is blended. */
  readonly mask: Uint8Array
}
export type ErasedPicture = FrameSize & { readonly png: Uint8Array }

/** A picture (encoded) to describe by numbers. */
export type FeaturesTask = { readonly picture: Uint8Array }
/** The classes of nsfwjs's net for a picture, each from 0 to 1; together 1. */
export type PictureClasses = Readonly<Record<'drawing' | 'hentai' | 'neutral' | 'porn' | 'sexy', number>>
export type PictureFeatures = {
  /** 1,280 numbers of length 1: the sum of the products with another picture's is how alike they are, 0 to 1. */
  readonly features: Float32Array
  readonly classes: PictureClasses
}

/** Memory that must be free for a task: it is refused where there is less. */
export type Needs = { readonly leastMemoryBytes: number }

/** The tasks of the process: their inputs and answers. */
export type Work = {
  readonly paint: { readonly task: PictureTask & Needs; readonly result: PaintedPicture }
  readonly upscale: { readonly task: UpscaleTask & Needs; readonly result: UpscaledPicture }
  readonly 'cut-out': { readonly task: CutOutTask & Needs; readonly result: CutOutPicture }
  readonly erase: { readonly task: EraseTask & Needs; readonly result: ErasedPicture }
  readonly features: { readonly task: FeaturesTask & Needs; readonly result: PictureFeatures }
}
export type WorkKind = keyof Work

/** The messages to the child. */
export type EngineOrder = {
  readonly [Kind in WorkKind]: { readonly id: number; readonly kind: Kind; readonly task: Work[Kind]['task'] }
}[WorkKind]

/** The messages of the child. A failure's message is a sentence for people where the reason is `model` or `picture`. */
export type EngineReport = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly result: Work[WorkKind]['result'] }
  | { readonly kind: 'failed'; readonly reason: 'model' | 'picture' | 'bug'; readonly message: string }
)
