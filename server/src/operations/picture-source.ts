/** An encoded picture: bytes, or the path of a file. */
export type PictureSource = Uint8Array | string
