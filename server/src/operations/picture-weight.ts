import type { PictureKind } from '#domain/pictures/sniff-picture.ts'

/** Facts of a picture that decide on the memory which its decoder takes. */
export type DecodedKind = {
  readonly kind: PictureKind
  /** Interlaced PNG or progressive JPEG: no row is complete before all of the file is read. */
  readonly isProgressive: boolean
  readonly bitsPerChannel: 8 | 16
}

/**
 * The use of a decoded picture. `whole`: encoded again in its own size. `whole-webp`: the same, as a WebP, whose encoder holds all of
 * it. `shrunk`: at most 2,048 pixels on its longest side are left of it. `mask`: read as a mask, with its inverse. `unopened`: passed on as it is.
 */
export type DecodedUse = 'unopened' | 'whole' | 'whole-webp' | 'shrunk' | 'mask'

type BytesPerPixel = Readonly<Record<'whole' | 'shrunk', number>>

/**
 * Bytes of memory per pixel that decoding takes at most, with what is made of it, measured with 5,000 × 5,000 and 7,000 × 7,000 pixels
 * (sharp 0.35, libvips 8.18; docs/benchmarks.md has the figures). Rows of a PNG or JPEG stream through; the others are held whole,
 * unless a WebP is shrunk by its decoder.
 */
const decoderBytes = {
  png: { whole: 4, shrunk: 2 },
  interlacedPng: { whole: 6, shrunk: 5 },
  interlacedPng16: { whole: 11, shrunk: 9 },
  jpeg: { whole: 4, shrunk: 2 },
  progressiveJpeg: { whole: 8, shrunk: 6 },
  webp: { whole: 17, shrunk: 5 },
  gif: { whole: 11, shrunk: 7 },
  avif: { whole: 23, shrunk: 20 },
} as const satisfies Record<string, BytesPerPixel>

/** Bytes per pixel that the encoder of WebP holds beside what it encodes. */
const webpEncoderBytes = 17
/** Bytes per pixel of a mask at least: gray and colored pixels, and its inverse (3.8 measured). */
const minMaskBytes = 6

function bytesOf({ kind, isProgressive, bitsPerChannel }: DecodedKind): BytesPerPixel {
  if (!isProgressive || (kind !== 'png' && kind !== 'jpeg')) return decoderBytes[kind]
  if (kind === 'jpeg') return decoderBytes.progressiveJpeg
  return bitsPerChannel === 16 ? decoderBytes.interlacedPng16 : decoderBytes.interlacedPng
}

/** Returns the bytes of memory that decoding takes per pixel. */
export function decoderBytesPerPixel(decoded: DecodedKind, use: DecodedUse = 'whole'): number {
  if (use === 'unopened') return 0
  const bytes = bytesOf(decoded)
  if (use === 'mask') return Math.max(minMaskBytes, bytes.whole)
  return use === 'whole-webp' ? bytes.whole + webpEncoderBytes : bytes[use]
}

/** The kinds that stream row by row. */
export const streamedKind = { kind: 'png', isProgressive: false, bitsPerChannel: 8 } as const satisfies DecodedKind

type Weighed = { readonly pixels: number; readonly fileBytes: number }

/** Memory that a picture takes at most, in bytes: its decoder, and the files before and after. */
export const pictureWeight = ({ pixels, fileBytes }: Weighed, kind: DecodedKind, use: DecodedUse = 'whole'): number =>
  decoderBytesPerPixel(kind, use) * pixels + (use === 'shrunk' || use === 'unopened' ? 1 : 2) * fileBytes

const interlaceOffset = 28
const depthOffset = 24
/** Starts of frames whose coefficients come in several scans (ITU-T T.81, table B.1: SOF2, 6, 10 and 14). */
const progressiveFrames: ReadonlySet<number> = new Set([0xc2, 0xc6, 0xca, 0xce])
/** Markers of this range that start no frame: Huffman tables, an extension, arithmetic conditioning. */
const otherMarkers: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

/** Whether a JPEG comes in several scans, as its first frame says; null where the frame lies beyond these bytes. */
function isProgressiveJpeg(head: Uint8Array): boolean | null {
  for (let at = 2; at + 4 <= head.length; ) {
    const marker = head[at + 1] ?? 0
    if (head[at] !== 0xff) return null
    if (marker >= 0xc0 && marker <= 0xcf && !otherMarkers.has(marker)) return progressiveFrames.has(marker)
    // Fill bytes may precede a marker (B.1.1.2).
    at += marker === 0xff ? 1 : 2 + (((head[at + 2] ?? 0) << 8) | (head[at + 3] ?? 0))
  }
  return null
}

/** The facts of a picture by its first bytes; the heavier ones where these bytes do not say. */
export function decodedKindOf(kind: PictureKind, head: Uint8Array): DecodedKind {
  if (kind === 'jpeg') return { kind, isProgressive: isProgressiveJpeg(head) ?? true, bitsPerChannel: 8 }
  if (kind !== 'png') return { kind, isProgressive: false, bitsPerChannel: 8 }
  const depth = head[depthOffset] ?? 16
  return { kind, isProgressive: head[interlaceOffset] !== 0, bitsPerChannel: depth > 8 ? 16 : 8 }
}
