import { type GrayPicture, meansOf } from './gray-picture.ts'

/**
 * A spot of a picture that is found again in a copy of it. Its word says what surrounds it, in 24 bits: each is whether one of two
 * places beside it is lighter (the idea of BRIEF, Calonder et al. 2010, https://doi.org/10.1007/978-3-642-15561-1_56).
 */
export type Landmark = {
  readonly x: number
  readonly y: number
  readonly word: number
  /** Words that a copy may have instead: those in which the least certain bits are the other way round. */
  readonly doubtful: readonly number[]
}

/** The longer side at which landmarks are looked for, in pixels. */
export const landmarkSide = 256
/** Landmarks of a picture: the strongest ones. */
export const maxLandmarks = 48

/** Radii of the two boxes whose difference makes a spot stand out, and of those that are compared around it; pixels. */
const [inner, outer, compared] = [2, 6, 2]
/** The distance within which the strongest spot is the only one, and that of the places that are compared; pixels. */
const [apart, reach] = [6, 14]
/** A spot stands out by this much lightness of 255. Weaker ones are noise of compression. */
const minStrength = 4
const bits = 24

/** Pairs of places around a spot, the same for every picture: a linear congruential generator with a fixed start. */
const pairs = (() => {
  let state = 20_261_130
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.round((state / 2 ** 32 - 0.5) * 2 * reach)
  }
  return Array.from({ length: bits }, () => [next(), next(), next(), next()] as const)
})()

/** The landmarks of a picture, the strongest first, in its own pixels. Empty for a picture without any detail. */
export function findLandmarks(picture: GrayPicture): readonly Landmark[] {
  const { width, height } = picture
  const means = meansOf(picture)
  const edge = reach + compared
  if (width <= 2 * edge || height <= 2 * edge) return []
  const around = (x: number, y: number, radius: number) =>
    means.of(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1)

  const strength = new Float32Array(width * height)
  for (let y = edge; y < height - edge; y++)
    for (let x = edge; x < width - edge; x++)
      strength[y * width + x] = Math.abs(around(x, y, inner) - around(x, y, outer))

  const isPeak = (x: number, y: number): boolean => {
    const own = strength[y * width + x] ?? 0
    if (own < minStrength) return false
    for (let dy = -apart; dy <= apart; dy++)
      for (let dx = -apart; dx <= apart; dx++) {
        const other = strength[(y + dy) * width + x + dx] ?? 0
        // Of two that are equal the first one.
        if (other > own || (other === own && (dy < 0 || (dy === 0 && dx < 0)))) return false
      }
    return true
  }
  const peaks: { x: number; y: number; strength: number }[] = []
  for (let y = edge; y < height - edge; y++)
    for (let x = edge; x < width - edge; x++)
      if (isPeak(x, y)) peaks.push({ x, y, strength: strength[y * width + x] ?? 0 })

  return peaks
    .sort((a, b) => b.strength - a.strength)
    .slice(0, maxLandmarks)
    .map(({ x, y }) => {
      const differences = pairs.map(
        ([ax, ay, bx, by]) => around(x + ax, y + ay, compared) - around(x + bx, y + by, compared),
      )
      const word = differences.reduce((sum, difference, bit) => (difference > 0 ? sum | (1 << bit) : sum), 0)
      const [first = 0, second = 0] = [...differences.keys()].sort(
        (a, b) => Math.abs(differences[a] ?? 0) - Math.abs(differences[b] ?? 0),
      )
      const doubtful = [word ^ (1 << first), word ^ (1 << second), word ^ (1 << first) ^ (1 << second)]
      return { x, y, word, doubtful }
    })
}
