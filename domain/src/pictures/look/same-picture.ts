import type { Point } from '../../geometry/rect.ts'
import { type GrayPicture, type Means, meansOf, resized } from './gray-picture.ts'
import { findLandmarks, type Landmark, landmarkSide } from './landmarks.ts'

/** What is stored of a picture to know copies of it again. */
export type PictureTrace = {
  /** Pixels, with a longer side of `landmarkSide`. */
  readonly width: number
  readonly height: number
  readonly landmarks: readonly Pick<Landmark, 'x' | 'y' | 'word'>[]
  /** The lightness of `traceSide` rows of as many parts, from the top: 0 to 255. */
  readonly lightness: Uint8Array
}

/** Parts of a stored picture's lightness across and down. */
const traceSide = 32

/** @param picture With a longer side of about `landmarkSide` pixels or more. */
export function traceOf(picture: GrayPicture): PictureTrace {
  const means = meansOf(picture)
  const { width, height } = sizeAt(picture, 1)
  const landmarks = findLandmarks(resized(means, width, height)).map(({ x, y, word }) => ({ x, y, word }))
  const lightness = Uint8Array.from(resized(means, traceSide, traceSide).data, Math.round)
  return { width, height, landmarks, lightness }
}

/** A copy may be cropped to this share of either side. */
const minShare = 0.8
/** Sizes that a copy may have in the whole picture: a step of 5 % leaves a word as it is. */
const shares = [1, 0.95, 0.9, 0.85, minShare]

/** The size of a picture that is this share of the whole one, in the pixels of the stored one. */
function sizeAt({ width, height }: Pick<GrayPicture, 'width' | 'height'>, share: number) {
  const scale = (landmarkSide * share) / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A picture that is asked about, at one of the sizes that it may have in the whole one. */
type AskedSize = { readonly width: number; readonly height: number; readonly landmarks: readonly Landmark[] }

/** A picture that is asked about, at each size that it may have in the whole one. */
export type AskedPicture = { readonly means: Means; readonly sizes: readonly AskedSize[] }

/** @param picture With a longer side of about `landmarkSide` pixels or more. */
export function askedPicture(picture: GrayPicture): AskedPicture {
  const means = meansOf(picture)
  const sizes = shares.map((share) => {
    const { width, height } = sizeAt(picture, share)
    return { width, height, landmarks: findLandmarks(resized(means, width, height)) }
  })
  return { means, sizes }
}

/** All words by which pictures are found that this may be a copy of. */
export const wordsOf = ({ sizes }: AskedPicture): readonly number[] => [
  ...new Set(sizes.flatMap(({ landmarks }) => landmarks.flatMap(({ word, doubtful }) => [word, ...doubtful]))),
]

/** Landmarks of a copy lie where those of the picture do, to this many pixels. */
const tolerance = 3
/** As many landmarks at their places, over at least this share of a picture, and its lightness, say that it is the same: measured in `docs/benchmarks.md`. */
const [minAgreeing, minSpread, minCorrelation] = [6, 0.1, 0.9]

/** A landmark of what is asked about with one of the stored picture that may be the same, and the way from one to the other. */
type Pair = { readonly asked: Landmark; readonly stored: object; readonly moved: Point }

/** The share of a size that a rectangle round the landmarks takes: a thing that two pictures have in common is in one part of them. */
function spreadOf(pairs: readonly Pair[], { width, height }: AskedSize): number {
  const spans = (['x', 'y'] as const).map((side) => {
    const values = pairs.map(({ asked }) => asked[side])
    return Math.max(...values) - Math.min(...values)
  })
  return ((spans[0] ?? 0) / width) * ((spans[1] ?? 0) / height)
}

/** The correlation of two lists of numbers, from -1 to 1; 0 where one of them is the same everywhere. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, ownA, ownB] = [0, 0, 0]
  for (const [at, value] of a.entries()) {
    const [fromA, fromB] = [value - meanA, (b[at] ?? 0) - meanB]
    both += fromA * fromB
    ownA += fromA * fromA
    ownB += fromB * fromB
  }
  return ownA > 0 && ownB > 0 ? both / Math.sqrt(ownA * ownB) : 0
}

/** Parts across and down in which the lightness of two pictures is compared. */
const cells = 12

/** How alike the lightness of a picture is to that of the part of a stored one where it would lie. */
function likenessOfLight(asked: Means, stored: PictureTrace, size: AskedSize, moved: Point): number {
  const trace = meansOf({ data: stored.lightness, width: traceSide, height: traceSide })
  const within = (value: number, length: number) => Math.min(Math.max(value, 0), traceSide - length)
  const [w, h] = [(size.width / stored.width / cells) * traceSide, (size.height / stored.height / cells) * traceSide]
  const places = Array.from({ length: cells * cells }, (_, at) => ({ x: at % cells, y: Math.floor(at / cells) }))
  const cell = { width: asked.width / cells, height: asked.height / cells }
  return correlation(
    places.map(({ x, y }) => asked.of(x * cell.width, y * cell.height, cell.width, cell.height)),
    places.map(({ x, y }) => {
      const left = within((moved.x / stored.width) * traceSide + x * w, w)
      const top = within((moved.y / stored.height) * traceSide + y * h, h)
      return trace.of(left, top, w, h)
    }),
  )
}

/** Pairs at most of one word: a pattern has the same word all over, which says nothing of its place. */
const maxPairs = 2_000

/**
 * The number of landmarks that a picture has in common with a stored one at the same places, once moved as a crop moves them. 0: it is
 * no copy of it, not even one that was encoded again, resized, or cropped to at least `minShare` of each side.
 */
export function countAgreeing({ means, sizes }: AskedPicture, stored: PictureTrace): number {
  const byWord = Map.groupBy(stored.landmarks, ({ word }) => word)
  let best = 0
  for (const size of sizes) {
    const pairs: Pair[] = size.landmarks
      .flatMap((asked) =>
        [asked.word, ...asked.doubtful].flatMap((word) =>
          (byWord.get(word) ?? []).map((found) => ({
            asked,
            stored: found,
            moved: { x: found.x - asked.x, y: found.y - asked.y },
          })),
        ),
      )
      .slice(0, maxPairs)
    for (const { moved } of pairs) {
      const agreeing = pairs.filter(
        (other) => Math.abs(other.moved.x - moved.x) <= tolerance && Math.abs(other.moved.y - moved.y) <= tolerance,
      )
      const count = new Set(agreeing.map((each) => each.stored)).size
      const isSame =
        count >= minAgreeing &&
        count > best &&
        spreadOf(agreeing, size) >= minSpread &&
        likenessOfLight(means, stored, size, moved) >= minCorrelation
      if (isSame) best = count
    }
  }
  return best
}
