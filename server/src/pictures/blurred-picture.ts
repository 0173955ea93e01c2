import { openSmall } from '../operations/decoding-room.ts'

/** So many pixels of the longest side are left of what is hidden: colors and large shapes. */
const leftSide = 12

/** A picture of which nothing can be made out, from its smallest thumbnail, as WebP. @param size Of the longest side, in pixels. */
export async function blurredPicture(thumbnail: Uint8Array, size: number): Promise<Uint8Array> {
  const { data, info } = await openSmall(thumbnail)
    .resize(leftSide, leftSide, { fit: 'inside' })
    .blur(1)
    .toBuffer({ resolveWithObject: true })
  const scale = size / Math.max(info.width, info.height)
  return openSmall(data)
    .resize(Math.round(info.width * scale), Math.round(info.height * scale), { fit: 'fill', kernel: 'cubic' })
    .webp({ quality: 60, effort: 2 })
    .toBuffer()
}
