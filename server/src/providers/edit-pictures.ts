import sharp from 'sharp'
import type { GivenPicture, ImageEdit } from './provider.ts'
import { ProviderError } from './provider.ts'

/**
 * The canonical mask in the forms of vendors, each of the picture's size, as PNG. White is 255 = change.
 * `as-is`: 8-bit grey. `black-is-change`: the same, negated. `transparent-is-change`: RGBA, black, opaque where nothing changes.
 */
export type MaskForm = 'as-is' | 'black-is-change' | 'transparent-is-change'

/** The mask of an edit in the form that a vendor reads. */
export async function maskAs(form: MaskForm, mask: Uint8Array): Promise<Uint8Array> {
  if (form === 'as-is') return mask
  const grey = sharp(mask).toColourspace('b-w').extractChannel(0)
  if (form === 'black-is-change') return grey.negate().toColourspace('b-w').png().toBuffer()
  const { data, info } = await grey.negate().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return (
    sharp({ create: { width, height, channels: 3, background: '#000000' } })
      // Apart from `removeAlpha`, which would come after it in one pipeline.
      .joinChannel(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
  )
}

/** What a model is given for an edit. @throws ProviderError where the edit is one of this machine. */
export function givenOf({ given }: ImageEdit): GivenPicture {
  if (!given) throw new ProviderError('invalid', 'This edit is made by the server itself.')
  return given
}

/** The color of the area in a second picture that shows a model without masks what may change. */
const markColor = { r: 255, g: 0, b: 255 }

/** The picture with its masked area painted in magenta. PNG. */
export async function markedPicture({ picture, size }: GivenPicture, mask: Uint8Array): Promise<Uint8Array> {
  const alpha = await sharp(mask).toColourspace('b-w').extractChannel(0).raw().toBuffer()
  const mark = await sharp({ create: { ...size, channels: 3, background: markColor } })
    .joinChannel(alpha, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer()
  return sharp(picture)
    .composite([{ input: mark }])
    .png()
    .toBuffer()
}
