import type { FrameSize } from './frame.ts'

/** How noise becomes a picture: by Euler's method with noise added between the steps, or as models distilled by LCM need it. */
export type SamplerName = 'euler-ancestral' | 'lcm'

/** Paths of a model's files. A checkpoint of one file is named as `unet` and as `text`. */
export type ModelFiles = {
  readonly unet: string
  readonly text: string
  /** TAESD: the small encoder and decoder. */
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

/** A net that enlarges pictures: an ONNX model, or the two files of ncnn. */
export type EnlargingNetFiles =
  | { readonly kind: 'onnx'; readonly model: string }
  | { readonly kind: 'ncnn'; readonly param: string; readonly bin: string }

/** A picture (encoded) that a net enlarges. */
export type EnlargeTask = { readonly net: EnlargingNetFiles; readonly picture: Uint8Array }

/** What the child is sent. */
export type EngineOrder = { readonly id: number } & (
  | { readonly kind: 'paint'; readonly task: PictureTask }
  | { readonly kind: 'enlarge'; readonly task: EnlargeTask }
)

/** What the child answers. A failure's message is a sentence for people where the reason is `model` or `picture`. */
export type EngineReport = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'painted'; readonly png: Uint8Array; readonly wordsLeftOut: number }
  | { readonly kind: 'failed'; readonly reason: 'model' | 'picture' | 'bug'; readonly message: string }
)
