import type { EditRequest } from '#domain/edit/operation.ts'
import type { ImageFailure } from '#domain/errors.ts'
import type { ProviderHealth } from '#domain/generation/circuit.ts'
import type { ReferenceRole } from '#domain/generation/references.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { LocalEngineName } from '#domain/local-models/local-model.ts'
import type { AspectRatio, PixelSize, Resolution } from '#domain/models/aspect-ratio.ts'
import type { ControlValues } from '#domain/models/controls.ts'
import type { FoundModel } from '#domain/models/found-model.ts'
import type { Model } from '#domain/models/model.ts'
import type { ProviderName } from '#domain/models/providers.ts'
import type { AskedInput, SlotPlace, WorkflowGraph } from '#domain/workflows/workflow.ts'
import type { JobMemory } from '../operations/work-limits.ts'

/** A reference picture, for its content or only its look. */
export type Reference = { readonly bytes: Uint8Array; readonly role: ReferenceRole }

/** Input of an executor: the source, or the part of it around the mask, at a size that the model takes. */
export type GivenPicture = {
  /** PNG. For `extend`: the larger picture, with mirrored edges where it is new. */
  readonly picture: Uint8Array
  /**
   * Mask of the change: PNG, 8-bit gray, every pixel 0 or 255, white = change, exactly as large as the picture. It contains all that grow
   * and feather reach. Null without a selection.
   */
  readonly mask: Uint8Array | null
  readonly size: PixelSize
}

/**
 * An edit as its executor gets it. What the executor answers is scaled to the given part and laid over the source by the mask: it need leave
 * nothing alone by itself.
 */
export type ImageEdit = {
  readonly asked: EditRequest
  /** The words of the person; empty where the operation needed no words. */
  readonly words: string
  /** The whole picture, as it is stored. `size`: upright. */
  readonly source: { readonly bytes: Uint8Array; readonly size: PixelSize }
  /** The mask of the whole picture: canonical, before it is grown. `box`: around its white pixels. */
  readonly sourceMask: { readonly png: Uint8Array; readonly box: Rect } | null
  /** Null where the executor is this machine, which works on the whole. */
  readonly given: GivenPicture | null
  /** The share that may change, 0 to 1, where the model reads such a number. */
  readonly strength: number | null
  /** The installed tool by which this machine makes it; null: without one. */
  readonly tool: string | null
}

/** A ComfyUI workflow that was added in the app: its graph with the values that were chosen, and where settings go. */
export type StoredWorkflow = {
  readonly graph: WorkflowGraph
  readonly places: readonly SlotPlace[]
  /** The choices for each picture. */
  readonly asked: readonly AskedInput[]
  /** The owner of the files that it may load: of a user's workflow those alone that the request uploads. */
  readonly loads: 'uploaded-alone' | 'stored-too'
}

/** The values that an input of a node takes; null where its engine doesn't say. */
export type NodeInputKind = {
  /** The values that can be chosen. */
  readonly options: readonly string[] | null
  readonly least: number | null
  readonly most: number | null
  /** Whether a number has no decimals. */
  readonly isWhole: boolean
  /** Text of several lines. */
  readonly isLong: boolean
  /** Whether it names a file that was uploaded there. */
  readonly isFile: boolean
}
/** A class of nodes. `isOfExtension`: it is no part of its engine itself, or spends money. */
export type NodeKind = {
  readonly isOfExtension: boolean
  /** Whether it writes weights, which fill the disk of the engine's machine. */
  readonly storesModels: boolean
  readonly inputs: ReadonlyMap<string, NodeInputKind>
}

/** Everything a provider may use to make one image. Pictures are encoded (PNG, JPEG, WebP, AVIF or GIF). */
export type ImageRequest = {
  readonly model: Model
  /** The prompt for the model: the user's own words, followed by the style's phrase. */
  readonly prompt: string
  /** The user's own words alone. */
  readonly words: string
  /** For providers with a parameter for styles; its phrase is in `prompt` already. */
  readonly style: { readonly title: string; readonly promptFragment: string } | null
  readonly seed: number
  /** 0 to 3: the place of the image in its generation. */
  readonly orderNum: number
  readonly size: PixelSize
  readonly aspectRatio: AspectRatio
  readonly resolution: Resolution
  readonly rawMode: boolean
  /** Of the model's controls; absent where nothing was chosen. */
  readonly controls?: ControlValues
  readonly references: readonly Reference[]
  readonly parent: {
    readonly image: Uint8Array
    readonly kind: 'enhance' | 'remix' | 'edit'
    readonly prompt: string
  } | null
  /** An edit of a picture; then there is no parent. `size`, ratio and resolution are those of what is given. */
  readonly edit: ImageEdit | null
  /** Of a model that is a workflow which was added in the app. */
  readonly workflow?: StoredWorkflow
  /** The user's earlier prompts in this project, the oldest first, for models that take turns. */
  readonly conversationHistory: readonly string[]
}

/**
 * A picture as the provider made it: in the provider's own frame, which the caller crops to the requested ratio. An adapter never
 * scales it, except for models of this machine, whose frames are small.
 */
export type ImageAnswer = {
  readonly bytes: Uint8Array
  /** The seed that was used. */
  readonly seed: number
  /** Warnings for the user, as sentences, beside the crop: 'Runway reads at most 1,000 characters; the rest was left out.' */
  readonly warnings: readonly string[]
  /** The provider's price in US dollars, where it reports one. */
  readonly costUsd?: number
  /**
   * The size that the model painted, where the provider's own machine enlarged the picture to what was asked: it is recorded as
   * delivered, and shown on the image.
   */
  readonly paintedAt?: PixelSize
  /** The provider's own id of the request, for the record. */
  readonly requestId?: string
}

/** The progress of a picture: 0 to 1, and a preview (encoded); each null where the provider doesn't report it. */
export type Progress = { readonly fraction: number | null; readonly preview: Uint8Array | null }

/** Where an added provider is, and how it is reached. */
export type Endpoint = {
  /** Its display name, for failure sentences. */
  readonly name: string
  /** Null: the provider's own address. */
  readonly baseUrl: string | null
  /** `public`: a person named the address, so it must not lead into an internal network. */
  readonly reach: 'anywhere' | 'public'
  /** The user whose large answers count together; left out: those of a host do. */
  readonly owner?: string
}

/** An added provider with the key that opens it; empty where it needs none. */
export type OpenEndpoint = Endpoint & { readonly key: string }

/** US dollars that are left for a key; null where its provider does not say. */
export type KeyCredit = { readonly leftUsd: number | null }

export type ImageCall = {
  /**
   * Aborts when the user cancels, at the time limit, or when another worker has the job. Only the caller decides what follows.
   */
  readonly signal: AbortSignal
  /** The secret that opens the provider; empty where it needs none. */
  readonly key: string
  /** Where the provider is; null for one that was not added in the app. */
  readonly endpoint?: Endpoint | null
  /** Waits for the memory that pictures take which the adapter opens, as long as the signal lasts. */
  readonly memory: JobMemory
  /** Number of calls for this image that have failed before. */
  readonly tries: number
  /** The id of an earlier request that can be resumed, or null. */
  readonly requestId: string | null
  /** Stores the provider's id of the request. Await it before waiting for the result. */
  rememberRequest(requestId: string): Promise<void>
  /** Call it as often as the provider reports progress; the caller throttles. */
  progress(report: Progress): void
}

/** The part of a call that opening a picture needs. */
export type PictureCall = Pick<ImageCall, 'memory' | 'signal'>

/** The result of a cancellation: null, or a sentence that says what is still charged for. */
export type CancelledRequest = string | null

/** One source of images. */
export type ImageProvider = {
  readonly name: ProviderName
  /** The concurrent images of one process. */
  readonly concurrency: number
  /** The concurrent images of one key, over all processes; left out: no limit. */
  readonly atOncePerKey?: number
  /** The time limit of its pictures, where it is longer than the server's own: seconds. */
  readonly timeLimitSeconds?: number
  /** `by-key`: every call carries a secret, the operator's or the person's own. */
  readonly opens: 'freely' | 'by-key'
  /** The engine with which it runs installed models: the catalogue's models for it are offered then. */
  readonly localEngine?: LocalEngineName
  /** @throws ProviderError for every failure that is not a bug; the signal's reason when aborted. */
  generate(request: ImageRequest, call: ImageCall): Promise<ImageAnswer>
  /**
   * Cancels a request at the provider. `generate` itself only stops waiting when it is aborted. @param requestId The id given to
   * `rememberRequest`; null when it was not called yet.
   */
  cancel?(requestId: string | null, call: Pick<ImageCall, 'key' | 'endpoint' | 'signal'>): Promise<CancelledRequest>
  /**
   * Asks whether a key is accepted, by a call that costs nothing.
   * @returns `unknown` where the provider has no such call.
   */
  checkKey?(key: string, signal: AbortSignal): Promise<'accepted' | 'rejected' | 'unknown'>
  /** Of providers that are added in the app: asks the one at an address, by calls that cost nothing. */
  readonly added?: {
    /** @throws ProviderError where it can't be asked. */
    discover(endpoint: OpenEndpoint, signal: AbortSignal): Promise<readonly FoundModel[]>
    /** @throws ProviderError of class `key` where it rejects the key, of another where it can't be asked. */
    check(endpoint: OpenEndpoint, signal: AbortSignal): Promise<KeyCredit>
  }
  /** Of engines that run workflows which are added in the app. */
  readonly workflows?: {
    /** Whether one of its engines answered lately. */
    isReachable(): boolean
    /** The inputs of the classes of nodes; null for one that the engine doesn't have. @throws ProviderError where none answers. */
    describe(classes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, NodeKind | null>>
  }
  /** The models that the engine reports; they are listed after the catalogue's. */
  discover?(signal: AbortSignal): Promise<readonly Model[]>
  close?(): Promise<void>
}

/** Whether it is outside of this program, so that it can be unreachable. */
export const isElsewhere = ({ opens, discover }: ImageProvider) => opens === 'by-key' || discover !== undefined

/** The reason why a provider made no image: one of our classes, and a sentence for the user. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ImageFailure
  readonly retryAfterMs: number | null
  /** The provider's health after the failure; `unknown` unless an answer or its absence was observed. */
  readonly health: ProviderHealth
  /** The provider's own code or message, for the log alone. */
  readonly vendorCode: string | null
  /**
   * `over`: the provider has ended the remembered request, so a retry has to make a new one. `open`: it may still deliver, or
   * there was none.
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
