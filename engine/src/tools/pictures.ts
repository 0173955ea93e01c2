import sharp from 'sharp'

/** RGB, three bytes a pixel. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number }
type Size = { readonly width: number; readonly height: number }

/** A picture that can't be opened, or not be used: the message is a sentence for people. */
export class DamagedPicture extends Error {}

/** A side of 8192: decoded 200 MB. */
const maxPixels = 2 ** 26

const inColors = (picture: Uint8Array) =>
  sharp(picture, { limitInputPixels: maxPixels }).autoOrient().toColourspace('srgb')

/**
 * Decodes a picture, flattened on white.
 * @throws DamagedPicture where it can't be opened, or has more pixels than 8192 × 8192.
 */
export async function openPixels(picture: Uint8Array): Promise<Pixels> {
  try {
    const opened = inColors(picture).flatten({ background: '#ffffff' }).raw()
    const { data, info } = await opened.toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw new DamagedPicture('The picture is damaged or too large. Choose another one.', { cause: error })
  }
}

/** The same with the transparency apart: `alpha` has a byte a pixel, and is null where the whole picture is opaque. */
export async function openLayers(picture: Uint8Array): Promise<Pixels & { readonly alpha: Uint8Array | null }> {
  try {
    const { hasAlpha } = await sharp(picture).metadata()
    if (!hasAlpha) return { ...(await openPixels(picture)), alpha: null }
    // Two pipelines: in one, removeAlpha would also drop the channel that is extracted.
    const colors = await inColors(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const alpha = await inColors(picture).ensureAlpha().extractChannel('alpha').raw().toBuffer()
    const { width, height } = colors.info
    return { data: colors.data, width, height, alpha: alpha.every((value) => value === 255) ? null : alpha }
  } catch (error) {
    if (error instanceof DamagedPicture) throw error
    throw new DamagedPicture('The picture is damaged or too large. Choose another one.', { cause: error })
  }
}

/** Decodes a mask: a byte a pixel. @throws DamagedPicture where it can't be opened or has another size than its picture. */
export async function openMask(mask: Uint8Array, size: Size): Promise<Uint8Array> {
  const opened = sharp(mask, { limitInputPixels: maxPixels }).flatten({ background: '#000000' }).greyscale()
  const { data, info } = await opened
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new DamagedPicture('The mask is damaged. Draw it again.', { cause: error })
    })
  if (info.width === size.width && info.height === size.height) return data
  throw new DamagedPicture(
    `The mask has ${info.width} × ${info.height} pixels where the picture has ${size.width} × ${size.height}.`,
  )
}

/** Fast rather than small: the file is read once more and stored as something else. */
const compressionLevel = 3

const plane = ({ width, height }: Size) => ({ raw: { width, height, channels: 1 as const } })

export async function encodePixels({ data, width, height }: Pixels, alpha: Uint8Array | null = null) {
  const colors = sharp(data, { raw: { width, height, channels: 3 } })
  const whole = alpha === null ? colors : colors.joinChannel(Buffer.from(alpha.buffer), plane({ width, height }))
  return new Uint8Array(await whole.png({ compressionLevel }).toBuffer())
}

/** One channel. */
export const encodePlane = async (data: Uint8Array, size: Size) =>
  new Uint8Array(await sharp(data, plane(size)).toColourspace('b-w').png({ compressionLevel }).toBuffer())

/** Another size of a plane of one byte a pixel. */
export const resizePlane = (data: Uint8Array, from: Size, to: Size): Promise<Uint8Array> =>
  sharp(data, plane(from))
    .resize({ ...to, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer()

/** Another size of RGB. */
export const resizePixels = async ({ data, ...from }: Pixels, to: Size): Promise<Pixels> => ({
  data: await sharp(data, { raw: { ...from, channels: 3 } })
    .resize({ ...to, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer(),
  ...to,
})
