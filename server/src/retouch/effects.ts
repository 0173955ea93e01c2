import type { EffectName } from '#domain/edit/effects.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'

type Picture = PixelSize & {
  /** RGBA, changed in place. */
  readonly data: Uint8Array
}
type Color = readonly [red: number, green: number, blue: number]
type Effect = (picture: Picture, variant: number) => void

const at = (values: Uint8Array | Float32Array, index: number) => values[index] as number
const clamped = (value: number) => Math.min(255, Math.max(0, Math.round(value)))

/** The lightness of each pixel, 0 to 255. */
function lightnessOf({ data, width, height }: Picture): Float32Array {
  const light = new Float32Array(width * height)
  for (let pixel = 0; pixel < light.length; pixel++)
    light[pixel] = 0.2126 * at(data, pixel * 4) + 0.7152 * at(data, pixel * 4 + 1) + 0.0722 * at(data, pixel * 4 + 2)
  return light
}

const put = (data: Uint8Array, pixel: number, [red, green, blue]: Color) => {
  data[pixel * 4] = clamped(red)
  data[pixel * 4 + 1] = clamped(green)
  data[pixel * 4 + 2] = clamped(blue)
}

const mixed = (one: Color, other: Color, share: number): Color => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

/** Lines through a picture: how long they are, how many, and from one value of a line to the next: 1 in a row. */
type Lines = { readonly length: number; readonly count: number; readonly step: number }

/** Three means of a square each: as soft as a bell, in time that does not depend on the radius. */
function softened(values: Float32Array, { width, height }: PixelSize, radius: number): Float32Array {
  const rows: Lines = { length: width, count: height, step: 1 }
  const columns: Lines = { length: height, count: width, step: width }
  let now = values
  for (let round = 0; round < 3; round++) now = meanAlong(meanAlong(now, rows, radius), columns, radius)
  return now
}

/** The mean of the values around each, along lines. */
function meanAlong(values: Float32Array, { length, count, step }: Lines, radius: number): Float32Array {
  const means = new Float32Array(values.length)
  const between = step === 1 ? length : 1
  for (let line = 0; line < count; line++) {
    const start = line * between
    const read = (place: number) => at(values, start + Math.min(length - 1, Math.max(0, place)) * step)
    let sum = 0
    for (let place = -radius; place <= radius; place++) sum += read(place)
    for (let place = 0; place < length; place++) {
      means[start + place * step] = sum / (2 * radius + 1)
      sum += read(place + radius + 1) - read(place - radius)
    }
  }
  return means
}

/** Light and dark become two colors. */
const toned =
  (pairs: readonly (readonly [dark: Color, light: Color])[]): Effect =>
  (picture, variant) => {
    const [dark, light] = pairs[variant % pairs.length] ??
      pairs[0] ?? [
        [0, 0, 0],
        [255, 255, 255],
      ]
    for (const [pixel, value] of lightnessOf(picture).entries())
      put(picture.data, pixel, mixed(dark, light, value / 255))
  }

const black: Color = [0, 0, 0]
const white: Color = [255, 255, 255]
const paper: Color = [250, 247, 240]

/** The same for all sizes of pictures: a share of the shorter side, in whole pixels. */
const shareOf = ({ width, height }: PixelSize, share: number) =>
  Math.max(2, Math.round(Math.min(width, height) * share))

const posterLevels = [4, 3, 5, 6] as const
const posterize: Effect = ({ data }, variant) => {
  const levels = posterLevels[variant % 4] ?? 4
  const steps = Array.from({ length: 256 }, (_, value) =>
    Math.round((Math.min(levels - 1, Math.floor((value / 256) * levels)) / (levels - 1)) * 255),
  )
  for (let index = 0; index < data.length; index++) if (index % 4 !== 3) data[index] = steps[at(data, index)] ?? 0
}

const dotShares = [0.012, 0.02, 0.008, 0.03] as const
/** Dots on paper, along lines at 45 degrees: the darker, the larger. */
const halftone: Effect = (picture, variant) => {
  const { data, width } = picture
  const cell = shareOf(picture, dotShares[variant % 4] ?? dotShares[0])
  const light = softened(lightnessOf(picture), picture, Math.max(1, Math.floor(cell / 3)))
  const turned = Math.SQRT1_2 / cell
  for (const [pixel, value] of light.entries()) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const across = (x + y) * turned
    const down = (x - y) * turned
    const distance = Math.hypot(across - Math.round(across), down - Math.round(down))
    const radius = Math.sqrt((1 - value / 255) / Math.PI) * 1.12
    const share = Math.min(1, Math.max(0, (radius - distance) * cell + 0.5))
    put(data, pixel, mixed(paper, [24, 22, 26], share))
  }
}

const strokeShares = [0.006, 0.003, 0.012, 0.02] as const
/** Draws strokes where a picture differs from its surroundings: the picture over its own soft negative ('color dodge'). */
const pencil: Effect = (picture, variant) => {
  const light = lightnessOf(picture)
  const soft = softened(
    light,
    picture,
    Math.max(1, Math.floor(shareOf(picture, strokeShares[variant % 4] ?? 0.006) / 2)),
  )
  for (const [pixel, value] of light.entries()) {
    const dodged = Math.min(1, value / Math.max(1, at(soft, pixel)))
    put(picture.data, pixel, mixed([52, 52, 58], paper, dodged ** 2 * (0.82 + (0.18 * value) / 255)))
  }
}

const inkWeights = [18, 10, 28, 40] as const
/** Edges as lines, deep shadows as areas: the difference of two soft pictures ('DoG'). */
const ink: Effect = (picture, variant) => {
  const light = lightnessOf(picture)
  const fine = softened(light, picture, 1)
  const coarse = softened(light, picture, Math.max(2, shareOf(picture, 0.004)))
  const weight = inkWeights[variant % 4] ?? inkWeights[0]
  for (let pixel = 0; pixel < light.length; pixel++) {
    const line = Math.min(1, Math.max(0, ((at(coarse, pixel) - at(fine, pixel) - 1) * weight) / 255))
    const shadow = Math.min(1, Math.max(0, (48 - at(fine, pixel)) / 24))
    put(picture.data, pixel, mixed(paper, [18, 18, 24], Math.max(line, shadow)))
  }
}

const blockShares = [1 / 96, 1 / 64, 1 / 128, 1 / 40] as const
/** Blocks of one color each: the mean of their pixels, weighted by their opacity. */
const pixels: Effect = (picture, variant) => {
  const { data, width, height } = picture
  const side = shareOf(picture, blockShares[variant % 4] ?? blockShares[0])
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)]
      const sums = [0, 0, 0, 0]
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          const offset = (y * width + x) * 4
          const alpha = at(data, offset + 3)
          for (let channel = 0; channel < 3; channel++)
            sums[channel] = (sums[channel] ?? 0) + at(data, offset + channel) * alpha
          sums[3] = (sums[3] ?? 0) + alpha
        }
      const [red = 0, green = 0, blue = 0, alpha = 0] = sums
      const share = alpha === 0 ? 0 : 1 / alpha
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) put(data, y * width + x, [red * share, green * share, blue * share])
    }
}

/** Each looks different for the four variants. Opacity stays as it is. */
export const effects: Readonly<Record<EffectName, Effect>> = {
  'black-and-white': toned([
    [black, white],
    [
      [20, 20, 24],
      [246, 246, 244],
    ],
    [
      [0, 0, 0],
      [232, 232, 232],
    ],
    [[40, 40, 44], white],
  ]),
  sepia: toned([
    [
      [38, 22, 10],
      [255, 240, 214],
    ],
    [
      [56, 34, 18],
      [250, 230, 196],
    ],
    [
      [28, 16, 8],
      [244, 222, 190],
    ],
    [
      [64, 42, 28],
      [255, 246, 228],
    ],
  ]),
  cyanotype: toned([
    [
      [6, 26, 66],
      [240, 246, 250],
    ],
    [
      [0, 36, 84],
      [226, 238, 246],
    ],
    [
      [10, 18, 46],
      [214, 230, 242],
    ],
    [
      [18, 50, 98],
      [250, 250, 246],
    ],
  ]),
  duotone: toned([
    [
      [26, 18, 82],
      [255, 122, 92],
    ],
    [
      [0, 62, 70],
      [250, 214, 90],
    ],
    [
      [58, 0, 58],
      [118, 236, 214],
    ],
    [
      [18, 28, 36],
      [240, 92, 130],
    ],
  ]),
  posterize,
  halftone,
  pencil,
  ink,
  pixels,
}
