import type { ImageFailure } from '#domain/errors.ts'
import type { ReferenceRole } from '#domain/generation/references.ts'
import type { AspectRatio, PixelSize, Resolution } from '#domain/models/aspect-ratio.ts'
import type { Model, ProviderName } from '#domain/models/model.ts'

/** A picture that gives what it shows, or only its look. */
export type Reference = { readonly bytes: Uint8Array; readonly role: ReferenceRole }

/** Everything a provider may use to make one image. Pictures are encoded (PNG, JPEG, WebP, AVIF or GIF). */
export type ImageRequest = {
  readonly model: Model
  /** What a model is asked for: the person's own words, with the style's phrase after them. */
  readonly prompt: string
  /** The person's own words alone. */
  readonly words: string
  /** For those who take a style otherwise than as words; its phrase is in `prompt` already. */
  readonly style: { readonly title: string; readonly promptFragment: string } | null
  readonly seed: number
  /** 0 to 3: which of the generation's images it is. */
  readonly orderNum: number
  readonly size: PixelSize
  readonly aspectRatio: AspectRatio
  readonly resolution: Resolution
  readonly rawMode: boolean
  readonly references: readonly Reference[]
  readonly parent: {
    readonly image: Uint8Array
    readonly kind: 'enhance' | 'remix' | 'edit'
    readonly prompt: string
  } | null
  readonly conversationHistory: readonly string[]
}

export type ImageAnswer = {
  readonly bytes: Uint8Array
  /** The seed that was really used. */
  readonly seed: number
  /** What the person should know, as sentences: 'The picture was cropped from 21:9.' */
  readonly warnings: readonly string[]
}

export type ImageCall = {
  /** Aborts when the person cancels, the time is up, or another worker has the job. */
  readonly signal: AbortSignal
  /** How many calls for this image have failed before. */
  readonly tries: number
  /** The id under which an earlier call is still to be found, or null. */
  readonly requestId: string | null
  /** Stores the provider's id of the request. Must be awaited before the answer is waited for. */
  rememberRequest(requestId: string): Promise<void>
}

/** One source of images. */
export type ImageProvider = {
  readonly name: ProviderName
  /** How many images it makes at once in one process. */
  readonly concurrency: number
  /** What the operator has to do before it can be used, as a sentence; null when it is ready. */
  missing(): string | null
  /** @throws ProviderError for every failure that is not a bug; the signal's reason when aborted. */
  generate(request: ImageRequest, call: ImageCall): Promise<ImageAnswer>
  close?(): Promise<void>
}

/** Why a provider made no image: one of our classes, and a sentence that the person understands. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ImageFailure
  readonly retryAfterMs: number | null

  constructor(code: ImageFailure, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options)
    this.code = code
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
