/** RGBA, 8 bits a channel, not premultiplied, row by row. */
export type RgbaPixels = Uint8Array | Uint8ClampedArray

const at = (values: RgbaPixels, index: number) => values[index] as number

/**
 * Lays a result over its source, in place: where the weight is 0 the source's four bytes stay as they are, where it is 255 they become
 * the result's, and in between both are mixed as they look (colors count by their opacity).
 * @param source All of its pixels are as many as the weights and as the result's.
 */
export function compositePixels(source: RgbaPixels, result: RgbaPixels, weights: Uint8Array): void {
  for (let pixel = 0; pixel < weights.length; pixel++) {
    const weight = weights[pixel] as number
    if (weight === 0) continue
    const offset = pixel * 4
    if (weight === 255) {
      for (let channel = 0; channel < 4; channel++) source[offset + channel] = at(result, offset + channel)
      continue
    }
    const [kept, taken] = [255 - weight, weight]
    const before = at(source, offset + 3) * kept
    const after = at(result, offset + 3) * taken
    const both = before + after
    for (let channel = 0; channel < 3; channel++)
      source[offset + channel] =
        both === 0
          ? 0
          : Math.round((at(source, offset + channel) * before + at(result, offset + channel) * after) / both)
    source[offset + 3] = Math.round(both / 255)
  }
}
