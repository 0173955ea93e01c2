import { open } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type PictureKind, sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { inspectPicture, mostPixels, type Picture } from './inspect-picture.ts'

/** A file from outside that was not taken, with a sentence for whoever sent it. */
export type NotTaken = {
  readonly code: 'unsupported-media' | 'too-large' | 'invalid'
  readonly message: string
}

/** A picture written anew: upright, in sRGB, its first frame alone, and nothing in it but pixels. */
export type CleanPicture = { readonly bytes: Uint8Array; readonly picture: Picture }

const notAPicture = failure<NotTaken>({
  code: 'unsupported-media',
  message: 'This file is not a picture that can be used. Choose a PNG, JPEG, WebP, AVIF or GIF.',
})
const damaged = failure<NotTaken>({
  code: 'invalid',
  message: 'This picture is damaged or not complete. Try another file.',
})
const tooManyPixels = ({ width, height }: Metadata) =>
  failure<NotTaken>({
    code: 'too-large',
    message: `This picture has ${width} × ${height} pixels. At most ${mostPixels / 1e6} million are taken.`,
  })

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(sniffedBytes), 0, sniffedBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Pixels written as close to the original as its kind allows. AVIF takes a hundred times as long to write, so it becomes something else. */
export function encodeAs(kind: PictureKind, picture: Sharp, { hasAlpha }: Metadata): Sharp {
  if (kind === 'webp') return picture.webp({ quality: 95, effort: 2, smartSubsample: true })
  if (kind === 'jpeg' || (kind === 'avif' && !hasAlpha))
    // Optimised coding would hold all coefficients of the picture in memory, for 3 % of the bytes.
    return picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: false })
  return picture.png({ compressionLevel: 6 })
}

/** A picture that is upright and in sRGB, before it is written anew. */
type UprightPicture = { readonly kind: PictureKind; readonly metadata: Metadata; readonly upright: Sharp }

/**
 * Sniffs and measures a file by its header, then has its pixels written anew. So nothing stays of its metadata (the place
 * where a photograph was taken), of hidden frames, or of anything else that was put behind the pixels.
 * @param write Decodes it: what fails there is a damaged picture.
 */
export async function rewritePicture<Value>(
  path: string,
  write: (picture: UprightPicture) => Promise<Value>,
): Promise<Result<Value, NotTaken>> {
  const kind = sniffPicture(await readHead(path))
  if (!kind) return notAPicture
  try {
    // Only the header is read here, whatever it claims.
    const metadata = await sharp(path, { limitInputPixels: false }).metadata()
    if (metadata.width * (metadata.pageHeight ?? metadata.height) > mostPixels) return tooManyPixels(metadata)
    const upright = sharp(path, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: 60 })
      .autoOrient()
      .toColourspace('srgb')
    return success(await write({ kind, metadata, upright }))
  } catch {
    return damaged
  }
}

/** A picture from outside in its own kind and size, clean. */
export const cleanPicture = (path: string): Promise<Result<CleanPicture, NotTaken>> =>
  rewritePicture(path, async ({ kind, metadata, upright }) => {
    const bytes = await encodeAs(kind, upright, metadata).toBuffer()
    return { bytes, picture: await inspectPicture(bytes) }
  })
