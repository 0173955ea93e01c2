import type { ImageFailure } from '#domain/errors.ts'
import type { ProviderHealth } from '#domain/generation/circuit.ts'
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
  /** The person's earlier prompts in this project, the oldest first, for models that take turns. */
  readonly conversationHistory: readonly string[]
}

/**
 * A picture as the provider made it: in a frame of the provider's own, which the caller crops to the ratio asked for. An
 * adapter never scales it.
 */
export type ImageAnswer = {
  readonly bytes: Uint8Array
  /** The seed that was really used. */
  readonly seed: number
  /** What the person should know, as sentences, beside the crop: 'Runway reads at most 1,000 characters; the rest was left out.' */
  readonly warnings: readonly string[]
  /** What the provider charges for it in US dollars, where it says so. */
  readonly costUsd?: number
  /** The provider's own id of the request, for the record. */
  readonly requestId?: string
}

/** How far a picture is: 0 to 1, and what is to be seen of it so far (encoded); each null where the provider doesn't say. */
export type Progress = { readonly fraction: number | null; readonly preview: Uint8Array | null }

export type ImageCall = {
  /** Aborts when the person cancels, the time is up, or another worker has the job. Only the caller decides what follows. */
  readonly signal: AbortSignal
  /** The secret that opens the provider; empty where it needs none. */
  readonly key: string
  /** How many calls for this image have failed before. */
  readonly tries: number
  /** The id under which an earlier call is still to be found, or null. */
  readonly requestId: string | null
  /** Stores the provider's id of the request. Must be awaited before the answer is waited for. */
  rememberRequest(requestId: string): Promise<void>
  /** To be told as often as the provider says something; how often people see it is the caller's business. */
  progress(report: Progress): void
}

/** What became of a request that nobody wants any more: null, or a sentence that says what is still charged for. */
export type CancelledRequest = string | null

/** One source of images. */
export type ImageProvider = {
  readonly name: ProviderName
  /** How many images it makes at once in one process. */
  readonly concurrency: number
  /** How many it makes at once for one key, over all processes; left out: as many as there are. */
  readonly atOncePerKey?: number
  /** `by-key`: every call carries a secret, the operator's or the person's own. */
  readonly opens: 'freely' | 'by-key'
  /** @throws ProviderError for every failure that is not a bug; the signal's reason when aborted. */
  generate(request: ImageRequest, call: ImageCall): Promise<ImageAnswer>
  /**
   * Tells the provider that nobody wants the picture any more. `generate` itself only stops waiting when it is aborted.
   * @param requestId What `rememberRequest` was told; null when it was not called yet.
   */
  cancel?(
    requestId: string | null,
    call: { readonly key: string; readonly signal: AbortSignal },
  ): Promise<CancelledRequest>
  /**
   * Asks whether a key is accepted, by a call that costs nothing.
   * @returns `unknown` where the provider has no such call.
   */
  checkKey?(key: string, signal: AbortSignal): Promise<'accepted' | 'rejected' | 'unknown'>
  /** The models that it really has, for engines that say so themselves; they are listed after the catalogue's. */
  discover?(signal: AbortSignal): Promise<readonly Model[]>
  close?(): Promise<void>
}

/** Whether it lies outside of this program, so that it can be away while we are here. */
export const isElsewhere = ({ opens, discover }: ImageProvider) => opens === 'by-key' || discover !== undefined

/** Why a provider made no image: one of our classes, and a sentence that the person understands. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ImageFailure
  readonly retryAfterMs: number | null
  /** What the failure says of the provider itself; `unknown` unless an answer or its absence was seen. */
  readonly health: ProviderHealth
  /** The provider's own code or words, for the log alone. */
  readonly vendorCode: string | null
  /**
   * `over`: the provider has ended the request that was remembered, so a next try has to make a new one. `open`: it may still
   * deliver, or there was none.
   */
  readonly request: 'open' | 'over'

  constructor(
    code: ImageFailure,
    message: string,
    options: ErrorOptions & {
      retryAfterMs?: number
      vendorCode?: string
      request?: 'open' | 'over'
      health?: ProviderHealth
    } = {},
  ) {
    super(message, options)
    this.code = code
    this.request = options.request ?? 'open'
    this.health = options.health ?? 'unknown'
    this.retryAfterMs = options.retryAfterMs ?? null
    this.vendorCode = options.vendorCode ?? null
  }
}
