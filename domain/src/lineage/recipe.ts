import type { AspectRatio, Resolution } from '../models/aspect-ratio.ts'

/** What a generation was asked to be: everything that two of them can differ in. A generation of the wire is one. */
export type Recipe = {
  readonly prompt: string
  /** The display name of the model. */
  readonly model: string
  readonly settings: {
    /** The id of a style. */
    readonly style: string | null
    readonly aspectRatio: AspectRatio
    readonly resolution: Resolution
    readonly rawMode: boolean
    readonly seed: number
  }
  /** Ids of the pictures that it was made from, in their order. */
  readonly imagePrompts: readonly string[]
  /** The same of pictures that gave only their look. */
  readonly styleReferences: readonly string[]
  /** The image of the parent that it branched from; null for a root. */
  readonly parentImageId: string | null
}
