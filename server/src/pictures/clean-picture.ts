import { open, stat } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type PictureKind, sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Admit } from '../operations/admission.ts'
import { type MaskForms, readMask } from './canonical-mask.ts'
import { inspectPicture, mostPixels, type Picture } from './inspect-picture.ts'

/** A refused file from outside, with a sentence for its sender. */
export type RefusedPicture = {
  readonly code: 'unsupported-media' | 'too-large' | 'invalid'
  readonly message: string
}

/** A picture that was decoded and encoded again: upright, in sRGB, its first frame alone, and nothing in it but pixels. */
export type CleanPicture = { readonly bytes: Uint8Array; readonly picture: Picture }

const notAPicture = failure<RefusedPicture>({
  code: 'unsupported-media',
  message: 'This file is not a picture that can be used. Choose a PNG, JPEG, WebP, AVIF or GIF.',
})
const damaged = failure<RefusedPicture>({
  code: 'invalid',
  message: 'This picture is damaged or not complete. Try another file.',
})
const tooManyPixels = ({ width, height }: Metadata) =>
  failure<RefusedPicture>({
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

/**
 * Encodes pixels as close to the original as its format allows. AVIF takes a hundred times as long to encode, so it becomes
 * another format.
 * @param original `chromaSubsampling` is left out where the pixels are not those of the original any more.
 */
export function encodeAs(
  kind: PictureKind,
  picture: Sharp,
  { hasAlpha, chromaSubsampling }: Pick<Metadata, 'hasAlpha' | 'chromaSubsampling'>,
): Sharp {
  if (kind === 'webp') return picture.webp({ quality: 95, effort: 2, smartSubsample: true })
  if (kind === 'jpeg' || (kind === 'avif' && !hasAlpha))
    return picture.jpeg({
      quality: 95,
      // A photo with colors at half the resolution, as most cameras write it, has no more of them to keep.
      chromaSubsampling: chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4',
      // Optimised coding would hold all coefficients of the picture in memory, for 3 % of the bytes.
      optimiseCoding: false,
    })
  return picture.png({ compressionLevel: 6 })
}

type Measured = {
  readonly path: string
  readonly kind: PictureKind
  readonly metadata: Metadata
  readonly pixels: number
  readonly fileBytes: number
  readonly weight: number
}

/** The memory that decoding and encoding a picture takes at most: its pixels once, and the files before and after. Bytes. */
export const pictureWeight = ({ pixels, fileBytes }: { readonly pixels: number; readonly fileBytes: number }) =>
  4 * pixels + 2 * fileBytes

/** Memory that a mask takes at most: one gray and one colored copy of its pixels, its inverse, and the files. Bytes. */
export const maskWeight = ({ pixels, fileBytes }: { readonly pixels: number; readonly fileBytes: number }) =>
  8 * pixels + 2 * fileBytes

/** Sniffs and measures a file by its first bytes, ignoring its name and declared type. */
async function measure(path: string): Promise<Result<Measured, RefusedPicture>> {
  const kind = sniffPicture(await readHead(path))
  if (!kind) return notAPicture
  try {
    const metadata = await sharp(path, { limitInputPixels: false }).metadata()
    const pixels = metadata.width * (metadata.pageHeight ?? metadata.height)
    if (pixels > mostPixels) return tooManyPixels(metadata)
    const { size: fileBytes } = await stat(path)
    return success({ path, kind, metadata, pixels, fileBytes, weight: pictureWeight({ pixels, fileBytes }) })
  } catch {
    return damaged
  }
}

/** Decodes a measured picture and encodes it again; a failure means a damaged picture. */
async function rewrite<Value>(
  { path }: Measured,
  encode: (upright: Sharp) => Promise<Value>,
): Promise<Result<Value, RefusedPicture>> {
  const upright = sharp(path, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: 60 })
    .autoOrient()
    .toColourspace('srgb')
  try {
    return success(await encode(upright))
  } catch {
    return damaged
  }
}

/**
 * Decodes a file from outside and passes its pixels on, re-encoded in its own format and size. So nothing stays of its metadata
 * (the place where a photograph was taken), of hidden frames, or of data behind the pixels. @param path The path of the file; it
 * is only read. @param admit Waits for room in memory, which is held until `use` has ended.
 */
export async function withCleanPicture<Value>(
  path: string,
  admit: Admit,
  use: (clean: CleanPicture) => Promise<Value>,
): Promise<Result<Value, RefusedPicture>> {
  const measured = await measure(path)
  if (!measured.ok) return measured
  const { kind, metadata, weight } = measured.value
  return admit(weight, async () => {
    const clean = await rewrite(measured.value, async (upright) => {
      const { data: bytes, info } = await encodeAs(kind, upright, metadata).toBuffer({ resolveWithObject: true })
      // Of the file from outside: it is smaller than the new one, and is decoded in two thirds of the time.
      const picture = await inspectPicture(path)
      return { bytes, picture: { ...picture, mediaType: `image/${info.format}` } }
    })
    return clean.ok ? success(await use(clean.value)) : clean
  })
}

export const maskMustBePng = 'The mask must be a PNG: other files blur its edges.'

/** Decodes a mask from outside and passes its canonical forms on. Parameters as of `withCleanPicture`. */
export async function withMaskForms<Value>(
  path: string,
  admit: Admit,
  use: (forms: MaskForms) => Promise<Value>,
): Promise<Result<Value, RefusedPicture>> {
  const measured = await measure(path)
  if (!measured.ok) return measured
  const { kind, pixels, fileBytes } = measured.value
  if (kind !== 'png') return failure({ code: 'unsupported-media', message: maskMustBePng })
  return admit(maskWeight({ pixels, fileBytes }), async () => {
    const forms = await readMask(path).catch(() => damaged)
    if (forms.ok) return success(await use(forms.value))
    return typeof forms.error === 'string' ? failure({ code: 'invalid', message: forms.error }) : failure(forms.error)
  })
}

/** The middle of a picture from outside as a square WebP. @param edge Pixels; smaller pictures are enlarged. */
export async function squarePicture(
  path: string,
  edge: number,
  admit: Admit,
): Promise<Result<Uint8Array, RefusedPicture>> {
  const measured = await measure(path)
  if (!measured.ok) return measured
  return admit(measured.value.weight, () =>
    rewrite(measured.value, (upright) =>
      upright.resize(edge, edge, { fit: 'cover', position: 'centre' }).webp({ quality: 88, effort: 4 }).toBuffer(),
    ),
  )
}
