import type { EditRequest } from '../edit/operation.ts'
import type { AspectRatio, Resolution } from '../models/aspect-ratio.ts'
import type { ControlValues } from '../models/controls.ts'

/** The settings of a generation in which two of them can differ. A generation of the wire is one. */
export type Recipe = {
  readonly prompt: string
  /** Null where it is no edit. */
  readonly edit: EditRequest | null
  /** The display name of the model; null where the images were brought in. */
  readonly model: string | null
  readonly settings: {
    /** The id of a style. */
    readonly style: string | null
    readonly aspectRatio: AspectRatio
    readonly resolution: Resolution
    readonly rawMode: boolean
    readonly seed: number
    /** Of the model's controls; absent where nothing was chosen. */
    readonly controls?: ControlValues
  }
  /** Ids of the input pictures, in their order. */
  readonly imagePrompts: readonly string[]
  /** Ids of the pictures used as style references only. */
  readonly styleReferences: readonly string[]
  /** The image of the parent that it branched from; null for a root. */
  readonly parentImageId: string | null
}
