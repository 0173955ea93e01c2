import sharp from 'sharp'

/** The difference between two pictures, in steps of a color from 0 to 255. */
export type Difference = {
  /** Of all blocks. */
  readonly mean: number
  /** Of the block that differs most. */
  readonly largestBlock: number
}

/** Pixels. */
const blockSide = 6
const channels = 3

const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/**
 * Compares the average colors of two pictures block by block: the smoothing of a letter's edge changes hardly any of
 * them, but what is missing, moved or of another color does.
 * @throws Error where their sizes differ
 */
export async function comparePictures(expected: Buffer, actual: Buffer): Promise<Difference> {
  const [one, other] = await Promise.all([pixelsOf(expected), pixelsOf(actual)])
  const { width, height } = one.info
  if (other.info.width !== width || other.info.height !== height)
    throw new Error(`The picture has ${other.info.width} × ${other.info.height} pixels, not ${width} × ${height}.`)
  const columns = Math.ceil(width / blockSide)
  const sums = new Float64Array(columns * Math.ceil(height / blockSide) * channels)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const block = Math.floor(y / blockSide) * columns + Math.floor(x / blockSide)
      for (let channel = 0; channel < channels; channel++) {
        const at = (y * width + x) * channels + channel
        const place = block * channels + channel
        sums[place] = (sums[place] ?? 0) + (one.data[at] ?? 0) - (other.data[at] ?? 0)
      }
    }
  const differences = Array.from({ length: sums.length / channels }, (_, block) => {
    const ofBlock = sums.subarray(block * channels, (block + 1) * channels)
    return Math.max(...ofBlock.map(Math.abs)) / blockSide ** 2
  })
  return {
    mean: differences.reduce((sum, difference) => sum + difference, 0) / differences.length,
    largestBlock: Math.max(...differences),
  }
}
