import type { Metadata } from 'sharp'
import { failure, type Result, success } from '#domain/result.ts'
import { AdmissionRefused, type Admit } from '../operations/admission.ts'
import {
  type DecodingRoom,
  type MeasuredPicture,
  maxPixels,
  measurePicture,
  type RoomNeeded,
  readHeader,
  withDecodingRoom,
} from '../operations/decoding-room.ts'
import type { MaskForms } from './canonical-mask.ts'
import { decodeFromOutside } from './decode-apart.ts'
import type { Picture } from './inspect-picture.ts'
import type { CleanPicture, Decoding } from './picture-decoding.ts'

/** A refused file from outside, with a sentence for its sender. */
export type RefusedPicture = {
  readonly code: 'unsupported-media' | 'too-large' | 'invalid'
  readonly message: string
}

const notAPicture = failure<RefusedPicture>({
  code: 'unsupported-media',
  message: 'This file is not a picture that can be used. Choose a PNG, JPEG, WebP, AVIF or GIF.',
})
const damaged = failure<RefusedPicture>({
  code: 'invalid',
  message: 'This picture is damaged or not complete. Try another file.',
})
const tooHeavy = failure<RefusedPicture>({
  code: 'too-large',
  message:
    'This picture takes more memory to open than the server has for one. Make it smaller, or save it as a PNG or JPEG that is not interlaced or progressive.',
})
const tooManyPixels = ({ width, height }: Metadata) =>
  failure<RefusedPicture>({
    code: 'too-large',
    message: `This picture has ${width} × ${height} pixels. At most ${maxPixels / 1e6} million are taken.`,
  })

type Measured = Omit<Decoding, 'square'> & {
  readonly metadata: Metadata
  readonly size: MeasuredPicture
}

/** Sniffs and measures a file by its first bytes, ignoring its name and declared type. */
async function measure(path: string): Promise<Result<Measured, RefusedPicture>> {
  const size = await measurePicture(path)
  const { decoded, pixels } = size
  const metadata = await readHeader(path).catch(() => null)
  if (!decoded || !metadata) return size.kind ? damaged : notAPicture
  if (pixels > maxPixels) return tooManyPixels(metadata)
  return success({ path, kind: decoded.kind, metadata, size })
}

/** Passes a decoded picture on, while its room is held. */
type UseClean<Value> = (clean: CleanPicture, room: DecodingRoom) => Promise<Value>

/** Waits for room and decodes. */
async function decodeWithin<Value>(
  { path, kind, metadata, size }: Measured,
  { admit, square }: { readonly admit: Admit; readonly square: number | null },
  use: UseClean<Value>,
): Promise<Result<Value, RefusedPicture>> {
  const { hasAlpha, chromaSubsampling } = metadata
  const input: Decoding = { path, kind, square, metadata: { hasAlpha, chromaSubsampling } }
  return admitPicture(admit, { pictures: [size], use: 'whole' }, async (room) => {
    const outside = { picture: size, use: 'whole', room } as const
    const clean = await decodeFromOutside({ name: 'clean', input }, outside).catch(() => null)
    return clean ? success(await use(clean, room)) : damaged
  })
}

/** Admits work with a picture, or refuses a picture that is heavier than all of the room. */
async function admitPicture<Value>(
  admit: Admit,
  needed: RoomNeeded,
  work: (room: DecodingRoom) => Promise<Result<Value, RefusedPicture>>,
): Promise<Result<Value, RefusedPicture>> {
  try {
    return await withDecodingRoom(admit, needed, work)
  } catch (error) {
    if (error instanceof AdmissionRefused && error.because === 'room') return tooHeavy
    throw error
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
  use: UseClean<Value>,
): Promise<Result<Value, RefusedPicture>> {
  const measured = await measure(path)
  if (!measured.ok) return measured
  return decodeWithin(measured.value, { admit, square: null }, use)
}

/** The pixels of a file from outside at 512 on its longest side, decoded with the same bounds. Parameters as of `withCleanPicture`. */
export async function previewOfFile(path: string, admit: Admit): Promise<Result<Picture['preview'], RefusedPicture>> {
  const measured = await measure(path)
  if (!measured.ok) return measured
  const { size } = measured.value
  return admitPicture(admit, { pictures: [size], use: 'shrunk' }, async (room) => {
    const outside = { picture: size, use: 'shrunk', room } as const
    const picture = await decodeFromOutside({ name: 'inspect', input: path }, outside).catch(() => null)
    return picture ? success(picture.preview) : damaged
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
  const { kind, size } = measured.value
  if (kind !== 'png') return failure({ code: 'unsupported-media', message: maskMustBePng })
  return admitPicture(admit, { pictures: [size], use: 'mask' }, async (room) => {
    const outside = { picture: size, use: 'mask', room } as const
    const forms = await decodeFromOutside({ name: 'mask', input: path }, outside).catch(() => damaged)
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
  return decodeWithin(measured.value, { admit, square: edge }, async ({ bytes }) => bytes)
}
