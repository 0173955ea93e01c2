import type { Metadata } from 'sharp'
import { failure, type Result, success } from '#domain/result.ts'
import { AdmissionRefused, type Admit } from '../operations/admission.ts'
import {
  type DecodingRoom,
  type MeasuredPicture,
  measurePicture,
  mostPixels,
  type RoomNeeded,
  readHeader,
  weightOfMeasured,
  withDecodingRoom,
} from '../operations/decoding-room.ts'
import { type DecodedKind, decoderBytesPerPixel, streamedKind } from '../operations/picture-weight.ts'
import { type MaskForms, readMask } from './canonical-mask.ts'
import { decodeApart } from './decode-apart.ts'
import { type CleanPicture, type Decoding, decodePicture } from './picture-decoding.ts'

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
    message: `This picture has ${width} × ${height} pixels. At most ${mostPixels / 1e6} million are taken.`,
  })

type Measured = Omit<Decoding, 'square'> & {
  readonly metadata: Metadata
  readonly decoder: DecodedKind
  readonly size: MeasuredPicture
}

/** Sniffs and measures a file by its first bytes, ignoring its name and declared type. */
async function measure(path: string): Promise<Result<Measured, RefusedPicture>> {
  const size = await measurePicture(path)
  const { decoded: decoder, pixels } = size
  const metadata = await readHeader(path).catch(() => null)
  if (!decoder || !metadata) return size.kind ? damaged : notAPicture
  if (pixels > mostPixels) return tooManyPixels(metadata)
  return success({ path, kind: decoder.kind, metadata, decoder, size })
}

/** From this weight on a picture whose decoder holds it whole is decoded in a process of its own, which takes 0.3 s to start. Bytes. */
const minWeightApart = 30_000_000

/** Passes a decoded picture on, while its room is held. */
type UseClean<Value> = (clean: CleanPicture, room: DecodingRoom) => Promise<Value>

/** Waits for room and decodes. One that streams through stays in this process: it takes less than it weighs. */
async function decodeWithin<Value>(
  { path, kind, metadata, decoder, size }: Measured,
  { admit, square }: { readonly admit: Admit; readonly square: number | null },
  use: UseClean<Value>,
): Promise<Result<Value, RefusedPicture>> {
  const weight = weightOfMeasured(size, 'whole')
  const isApart = weight > minWeightApart && decoderBytesPerPixel(decoder) > decoderBytesPerPixel(streamedKind)
  const { hasAlpha, chromaSubsampling } = metadata
  const decoding: Decoding = { path, kind, square, metadata: { hasAlpha, chromaSubsampling } }
  return admitPicture(admit, { pictures: [size], use: 'whole' }, async (room) => {
    const clean = await (isApart ? decodeApart(decoding, weight) : decodePicture(decoding, room)).catch(() => null)
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
    const forms = await readMask(path, room).catch(() => damaged)
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
