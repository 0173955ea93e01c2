import type { PictureKind } from '#domain/pictures/sniff-picture.ts'

/** Facts of a picture that decide on the memory which its decoder takes. */
export type DecodedKind = {
  readonly kind: PictureKind
  /** Interlaced PNG or progressive JPEG: no row is complete before all of the file is read. */
  readonly isProgressive: boolean
  readonly bitsPerChannel: 8 | 16
}

/**
 * Bytes of memory per pixel that decoding and encoding again takes at most, measured with 7,000 × 7,000 pixels (sharp 0.35, libvips
 * 8.18; docs/benchmarks.md has the figures). Rows of a PNG or JPEG stream through; the others are held whole.
 */
const decoderBytes = {
  png: { streamed: 4, interlaced: 6, interlaced16: 11 },
  jpeg: { streamed: 4, progressive: 8 },
  webp: 17,
  gif: 11,
  avif: 23,
} as const

/** Returns the bytes of memory that decoding takes per pixel. */
export function decoderBytesPerPixel({ kind, isProgressive, bitsPerChannel }: DecodedKind): number {
  if (kind === 'jpeg') return isProgressive ? decoderBytes.jpeg.progressive : decoderBytes.jpeg.streamed
  if (kind !== 'png') return decoderBytes[kind]
  const { streamed, interlaced, interlaced16 } = decoderBytes.png
  if (!isProgressive) return streamed
  return bitsPerChannel === 16 ? interlaced16 : interlaced
}

/** The kinds that stream row by row. */
export const streamedKind = { kind: 'png', isProgressive: false, bitsPerChannel: 8 } as const satisfies DecodedKind

type Weighed = { readonly pixels: number; readonly fileBytes: number }

/** Memory that a picture takes at most, in bytes: its decoder, and the files before and after. */
export const pictureWeight = ({ pixels, fileBytes }: Weighed, kind: DecodedKind): number =>
  decoderBytesPerPixel(kind) * pixels + 2 * fileBytes

/** Memory that a mask takes at most, in bytes: gray and colored pixels, its inverse (3.8 bytes per pixel measured), and its file. */
export const maskWeight = ({ pixels, fileBytes }: Weighed, kind: DecodedKind): number =>
  Math.max(6, decoderBytesPerPixel(kind)) * pixels + 2 * fileBytes
