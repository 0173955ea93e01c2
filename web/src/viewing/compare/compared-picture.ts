/** One thing that a picture was made with. */
export type PictureFact = { readonly name: string; readonly value: string }

/** A picture among those that are compared. */
export type ComparedPicture = {
  readonly id: string
  /** Where its largest file is. */
  readonly address: string
  /** For whoever does not see it. */
  readonly label: string
  /** Null where it is not to be shown. */
  readonly prompt: string | null
  /** The same names in the same order for every picture. */
  readonly facts: readonly PictureFact[]
}
