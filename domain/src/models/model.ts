import type { EditCanvas, ModelEdits } from '../edit/edit-offer.ts'
import type { Resolution } from './aspect-ratio.ts'
import type { ModelControls } from './controls.ts'
import type { ProviderName } from './providers.ts'

export type ModelCapabilities = {
  readonly supportsStyles: boolean
  readonly supportsImagePrompts: boolean
  readonly supportsCustomRatios: boolean
  readonly supportsEditing: boolean
  readonly supportsRaw: boolean
}

/**
 * The abilities of a model, for the picker's filters: makes a picture from words alone; changes a given picture as the words say; keeps to a
 * mask; leaves the background transparent; makes video.
 */
export const modelAbilities = ['words', 'edit', 'mask', 'transparent', 'video'] as const
export type ModelAbility = (typeof modelAbilities)[number]

/** Fields that the requests of a model may carry, as its provider describes them. */
export type ModelAccepts = {
  /** Form of the frame in a request: the name of a ratio ('16:9'), pixels, or none. */
  readonly frame:
    | { readonly by: 'ratio'; readonly names: readonly string[] }
    | { readonly by: 'pixels' }
    | { readonly by: 'nothing' }
  /** The sizes that can be asked for by name ('1K'); empty where there is no such field. */
  readonly sizes: readonly string[]
  /** The field that pictures go into, and whether it takes a list; null where it takes none. */
  readonly pictures: { readonly field: string; readonly takes: 'one' | 'list' } | null
  /** The other fields that it knows: 'seed', 'output_format'. */
  readonly fields: readonly string[]
}

/** Made by a trained model, or computed by an algorithm without training data. */
export type SourceType = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

/** A provider that was added in the app, by the operator for everybody or by a person for themselves. */
export type ModelConnection = {
  readonly id: string
  /** The person who alone uses it, and whom it charges; null: the operator's, for everybody. */
  readonly ownerId: string | null
  /** Its display name, which its owner chose. */
  readonly name: string
}

/** A workflow of ComfyUI that was added in the app, in the same way. */
export type ModelWorkflow = Pick<ModelConnection, 'id' | 'ownerId'>

/** One entry of the model picker. */
export type Model = {
  /** The display name; requests may name a model by it. */
  readonly name: string
  readonly value: string
  readonly provider: ProviderName
  /** Whether it is part of Espalier: always available, without a key and without a network. */
  readonly isBuiltIn: boolean
  /** The digital source type that provenance records for its images, by IPTC's vocabulary. */
  readonly sourceType: SourceType
  readonly badge: string
  readonly description: string
  /** Seconds per picture; price in hundredths of a credit; pictures per call of the provider. */
  readonly stats: {
    readonly seconds: number
    readonly priceHundredths: number
    /** Where the provider charges by size: the prices that differ. */
    readonly pricesByResolution?: Readonly<Partial<Record<Resolution, number>>>
    readonly images: number
  }
  readonly features: readonly string[]
  readonly does: readonly ModelAbility[]
  readonly capabilities: ModelCapabilities
  /** The sizes that it generates itself; nothing is ever enlarged. */
  readonly resolutions: readonly Resolution[]
  /** Number of reference pictures one request may carry. */
  readonly mostImagePrompts: number
  /** The provider's own id of the model. */
  readonly apiModel: string
  /** The entry of the catalogue whose form its requests have; left out: its own. Some providers have a form for each model. */
  readonly form?: string
  /** Parameters of the provider's that every request carries, by the provider's own names. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>
  /** The choices beyond size and references; absent: nothing. */
  readonly controls?: ModelControls
  /** Its edits of a picture; absent: nothing. */
  readonly edits?: ModelEdits
  /** It makes no picture from words: the picker leaves it out, and the editor offers it for its operations. */
  readonly editsAlone?: true
  /** The pictures that it takes for that; absent: `defaultEditCanvas`. */
  readonly editCanvas?: EditCanvas
  /** Why it is retired, as a sentence: its provider has removed it. */
  readonly retired?: string
  /** The value of the model to use in its place, once it is retired. */
  readonly successor?: string
  /** Former names and values, by which stored generations still find it. */
  readonly formerly?: readonly string[]
  /** The provider that was added in the app, of which the model is. */
  readonly connection?: ModelConnection
  /** The workflow that was added in the app, which it is. */
  readonly workflow?: ModelWorkflow
  /** The parts that its requests may carry, where its provider says so. */
  readonly accepts?: ModelAccepts
  /** Whether the picker leaves it out; cards that were made with it keep its name. */
  readonly isHidden?: true
}

/** The entry whose form the requests of a model have, by its value. */
export const formOf = ({ form, value }: Pick<Model, 'form' | 'value'>): string => form ?? value

/** The person for whom alone a model was added in the app; null: it is everybody's. */
export const ownerOf = ({ connection, workflow }: Pick<Model, 'connection' | 'workflow'>): string | null =>
  (connection ?? workflow)?.ownerId ?? null
