import sharp from 'sharp'

/** How far one picture is from another, in steps of lightness from 0 (black) to 255 (white). */
export type Difference = {
  /** Of all pixels and colours. */
  readonly mean: number
  /** Of the block of 8 × 8 pixels that differs most. */
  readonly largestBlock: number
}

const blockSide = 8
const channels = 3

const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/**
 * Compares two pictures block by block.
 * @throws Error where their sizes differ
 */
export async function comparePictures(expected: Buffer, actual: Buffer): Promise<Difference> {
  const [one, other] = await Promise.all([pixelsOf(expected), pixelsOf(actual)])
  const { width, height } = one.info
  if (other.info.width !== width || other.info.height !== height)
    throw new Error(`The picture has ${other.info.width} × ${other.info.height} pixels, not ${width} × ${height}.`)
  const columns = Math.ceil(width / blockSide)
  const blocks = new Float64Array(columns * Math.ceil(height / blockSide))
  let sum = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      let apart = 0
      for (let channel = 0; channel < channels; channel++)
        apart += Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0))
      const block = Math.floor(y / blockSide) * columns + Math.floor(x / blockSide)
      blocks[block] = (blocks[block] ?? 0) + apart
      sum += apart
    }
  return {
    mean: sum / (width * height * channels),
    largestBlock: blocks.reduce((most, block) => Math.max(most, block), 0) / (blockSide ** 2 * channels),
  }
}
