import type { Point } from '../../geometry/rect.ts'
import { createIntegralImage, type GrayPicture, type IntegralImage } from './integral-image.ts'

/**
 * A keypoint: a spot of a picture that is found again in a copy of it. Its descriptor has 24 bits, each of which compares the lightness of
 * two spots around it (BRIEF, Calonder et al. 2010, https://doi.org/10.1007/978-3-642-15561-1_56).
 */
export type Keypoint = Point & {
  readonly descriptor: number
  /** Descriptors that a copy may have instead: those with the least certain bits flipped. */
  readonly alternatives: readonly number[]
}

/** Longer side at which keypoints are detected, in pixels. */
export const keypointSide = 256
/** Limit of the keypoints of a picture: the strongest ones. */
export const maxKeypoints = 48

/** Radii in pixels: of the two boxes whose difference is the strength, and of the boxes that a descriptor compares. */
const [innerRadius, outerRadius, comparedRadius] = [2, 6, 2]
/** Radius within which the strongest spot suppresses all others, and the distance of compared spots; pixels. */
const [suppressionRadius, patchRadius] = [6, 14]
const margin = patchRadius + comparedRadius
/** Lightness of 255. Weaker spots are noise of compression. */
const minStrength = 4
const descriptorBits = 24

/** Offsets of the compared spots, the same for every picture: a linear congruential generator with a fixed seed. */
const comparisons = (() => {
  let state = 20_261_130
  const nextOffset = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.round((state / 2 ** 32 - 0.5) * 2 * patchRadius)
  }
  return Array.from({ length: descriptorBits }, () => [nextOffset(), nextOffset(), nextOffset(), nextOffset()] as const)
})()

const meanAround = (image: IntegralImage, x: number, y: number, radius: number): number =>
  image.mean(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1)

/** Strength of each pixel: the difference between its surroundings near and far; 0 in the margin. */
function strengthOf(image: IntegralImage): Float32Array {
  const { width, height } = image
  const strength = new Float32Array(width * height)
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++)
      strength[y * width + x] = Math.abs(meanAround(image, x, y, innerRadius) - meanAround(image, x, y, outerRadius))
  return strength
}

/** Whether a pixel is the strongest of its neighborhood; of two that are equal the first one. */
function isPeak(strength: Float32Array, width: number, { x, y }: Point): boolean {
  const own = strength[y * width + x] ?? 0
  if (own < minStrength) return false
  for (let dy = -suppressionRadius; dy <= suppressionRadius; dy++)
    for (let dx = -suppressionRadius; dx <= suppressionRadius; dx++) {
      const other = strength[(y + dy) * width + x + dx] ?? 0
      if (other > own || (other === own && (dy < 0 || (dy === 0 && dx < 0)))) return false
    }
  return true
}

function describeKeypoint(image: IntegralImage, { x, y }: Point): Keypoint {
  const differences = comparisons.map(
    ([ax, ay, bx, by]) =>
      meanAround(image, x + ax, y + ay, comparedRadius) - meanAround(image, x + bx, y + by, comparedRadius),
  )
  const descriptor = differences.reduce((bits, difference, bit) => (difference > 0 ? bits | (1 << bit) : bits), 0)
  const [first = 0, second = 0] = [...differences.keys()].sort(
    (a, b) => Math.abs(differences[a] ?? 0) - Math.abs(differences[b] ?? 0),
  )
  const alternatives = [1 << first, 1 << second, (1 << first) ^ (1 << second)].map((bits) => descriptor ^ bits)
  return { x, y, descriptor, alternatives }
}

/** Detects the keypoints of a picture, the strongest first, in its own pixels. Empty for a picture without detail. */
export function detectKeypoints(picture: GrayPicture): readonly Keypoint[] {
  const image = createIntegralImage(picture)
  const { width, height } = picture
  const strength = strengthOf(image)
  const peaks: Point[] = []
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++) if (isPeak(strength, width, { x, y })) peaks.push({ x, y })
  const strengthAt = ({ x, y }: Point) => strength[y * width + x] ?? 0
  return peaks
    .sort((a, b) => strengthAt(b) - strengthAt(a))
    .slice(0, maxKeypoints)
    .map((peak) => describeKeypoint(image, peak))
}
