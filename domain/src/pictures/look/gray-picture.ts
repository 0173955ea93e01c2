/** The lightness of a picture: rows of `width` values of 0 to 255, from the top. */
export type GrayPicture = { readonly data: ArrayLike<number>; readonly width: number; readonly height: number }

/** Mean lightness of any part of a picture, in constant time. */
export type Means = {
  readonly width: number
  readonly height: number
  /** Mean of the box with its upper left corner at (x, y), in pixels; fractions of pixels count in part. It must lie in the picture. */
  of(x: number, y: number, width: number, height: number): number
}

/** Sums up a picture once, so that means of its boxes are read from four sums. */
export function meansOf({ data, width, height }: GrayPicture): Means {
  const across = width + 1
  const sums = new Float64Array(across * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] ?? 0
      sums[(y + 1) * across + x + 1] = row + (sums[y * across + x + 1] ?? 0)
    }
  }
  /** The sum above and left of a point, linear within a pixel. */
  const sum = (x: number, y: number): number => {
    const left = Math.min(Math.floor(x), width - 1)
    const top = Math.min(Math.floor(y), height - 1)
    const fx = x - left
    const fy = y - top
    const at = top * across + left
    // Most boxes are of whole pixels: they need one sum, not four.
    if (fx === 0 && fy === 0) return sums[at] ?? 0
    const upper = (sums[at] ?? 0) * (1 - fx) + (sums[at + 1] ?? 0) * fx
    const lower = (sums[at + across] ?? 0) * (1 - fx) + (sums[at + across + 1] ?? 0) * fx
    return upper * (1 - fy) + lower * fy
  }
  return {
    width,
    height,
    of: (x, y, w, h) => (sum(x + w, y + h) - sum(x, y + h) - sum(x + w, y) + sum(x, y)) / (w * h),
  }
}

/** A picture in another size: each pixel is the mean of the area that it takes in the first. */
export function resized(means: Means, width: number, height: number): GrayPicture {
  const [w, h] = [means.width / width, means.height / height]
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = means.of(x * w, y * h, w, h)
  return { data, width, height }
}
