import { blankPicture, measurePicture, withDecodingRoom, withPictureRoom } from '#server/operations/decoding-room.ts'
import type { GivenPicture, ImageEdit, PictureCall } from '../provider.ts'
import { ProviderError } from '../provider.ts'

/**
 * The canonical mask in the forms of vendors, each of the picture's size, as PNG. White is 255 = change.
 * `as-is`: 8-bit gray. `black-is-change`: the same, negated. `transparent-is-change`: RGBA, black, opaque where nothing changes.
 */
export type MaskForm = 'as-is' | 'black-is-change' | 'transparent-is-change'

/** The mask of an edit in the form that a vendor reads. */
export async function maskAs(form: MaskForm, mask: Uint8Array, { memory }: PictureCall): Promise<Uint8Array> {
  if (form === 'as-is') return mask
  return withPictureRoom(memory.admit, { source: mask, use: 'mask' }, async (room) => {
    const grey = room.openMask(mask).toColourspace('b-w').extractChannel(0)
    if (form === 'black-is-change') return grey.negate().toColourspace('b-w').png().toBuffer()
    const { data, info } = await grey.negate().raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return (
      blankPicture({ width, height, channels: 3, background: '#000000' })
        // Apart from `removeAlpha`, which would come after it in one pipeline.
        .joinChannel(data, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer()
    )
  })
}

/** The pictures that a model is given for an edit. @throws ProviderError where the edit is one of this machine. */
export function givenOf({ given }: ImageEdit): GivenPicture {
  if (!given) throw new ProviderError('invalid', 'This edit is made by the server itself.')
  return given
}

/** The color of the area in a second picture that shows a model without masks what may change. */
const markColor = { r: 255, g: 0, b: 255 }

/** The picture with its masked area painted in magenta. PNG. */
export async function markedPicture(
  { picture, size }: GivenPicture,
  mask: Uint8Array,
  { memory }: PictureCall,
): Promise<Uint8Array> {
  const pictures = await Promise.all([picture, mask, mask].map(measurePicture))
  return withDecodingRoom(memory.admit, { pictures, use: 'whole' }, async (room) => {
    const alpha = await room.openMask(mask).toColourspace('b-w').extractChannel(0).raw().toBuffer()
    const mark = await blankPicture({ ...size, channels: 3, background: markColor })
      .joinChannel(alpha, { raw: { ...size, channels: 1 } })
      .png()
      .toBuffer()
    const colored = await room.openPicture(picture)
    return colored
      .composite([{ input: mark }])
      .png()
      .toBuffer()
  })
}

/** The pictures that a vendor enlarges, and the largest results. */
export type EnlargementLimits = {
  /** Sides of what is enlarged. */
  readonly minSide?: number
  /** Sides of the result. */
  readonly maxSide?: number
}

/**
 * The factor of an enlargement, within a vendor's limits. @throws ProviderError before anything is asked of the vendor, which would
 * refuse it without saying why.
 */
export function enlargementFactor(vendor: string, edit: ImageEdit, limits: EnlargementLimits): 2 | 4 {
  const { width, height } = givenOf(edit).size
  const factor = edit.asked.factor ?? 2
  const { minSide = 0, maxSide = Number.POSITIVE_INFINITY } = limits
  const refuse = (limit: string, next: string) => new ProviderError('invalid', `${vendor} ${limit}. ${next}`)
  if (Math.min(width, height) < minSide)
    throw refuse(`enlarges pictures of at least ${minSide} pixels a side`, 'Use another model.')
  if (Math.max(width, height) * factor > maxSide)
    throw refuse(`enlarges to at most ${maxSide.toLocaleString('en')} pixels a side`, smallerResult)
  return factor
}

const smallerResult = 'Enlarge less, or use another model.'
