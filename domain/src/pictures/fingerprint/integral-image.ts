/** Lightness of a picture: rows of `width` values of 0 to 255, from the top. */
export type GrayPicture = { readonly data: ArrayLike<number>; readonly width: number; readonly height: number }

/** A summed-area table: the mean of any box of a picture in constant time (Crow 1984, https://doi.org/10.1145/800031.808600). */
export type IntegralImage = {
  readonly width: number
  readonly height: number
  /** Mean of a box of whole pixels within the picture; (x, y) is its upper left corner. */
  mean(x: number, y: number, width: number, height: number): number
  /** The same for a box whose edges lie within pixels, which count in part. */
  meanOfPart(x: number, y: number, width: number, height: number): number
}

export function createIntegralImage({ data, width, height }: GrayPicture): IntegralImage {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] ?? 0
      sums[(y + 1) * stride + x + 1] = row + (sums[y * stride + x + 1] ?? 0)
    }
  }
  const sumAt = (x: number, y: number): number => sums[y * stride + x] ?? 0
  /** Sum of the pixels above and left of a point, linear within a pixel. */
  const interpolatedSum = (x: number, y: number): number => {
    const left = Math.min(Math.floor(x), width - 1)
    const top = Math.min(Math.floor(y), height - 1)
    const upper = sumAt(left, top) * (1 - x + left) + sumAt(left + 1, top) * (x - left)
    const lower = sumAt(left, top + 1) * (1 - x + left) + sumAt(left + 1, top + 1) * (x - left)
    return upper * (1 - y + top) + lower * (y - top)
  }
  return {
    width,
    height,
    mean: (x, y, w, h) => (sumAt(x + w, y + h) - sumAt(x, y + h) - sumAt(x + w, y) + sumAt(x, y)) / (w * h),
    meanOfPart: (x, y, w, h) =>
      (interpolatedSum(x + w, y + h) - interpolatedSum(x, y + h) - interpolatedSum(x + w, y) + interpolatedSum(x, y)) /
      (w * h),
  }
}

/** Resizes a picture: each pixel is the mean of the area that it covers in the source. */
export function resizeGray(source: IntegralImage, width: number, height: number): GrayPicture {
  const [w, h] = [source.width / width, source.height / height]
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data[y * width + x] = source.meanOfPart(x * w, y * h, w, h)
  return { data, width, height }
}
