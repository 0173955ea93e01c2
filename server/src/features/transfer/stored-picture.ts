/** What is known of a picture that lies in the storage. */
export type StoredPicture = {
  readonly mediaType: string
  readonly byteSize: number
  /** Pixels, upright. */
  readonly width: number
  readonly height: number
}
