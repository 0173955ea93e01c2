import type { Point } from '../../geometry/rect.ts'
import { createIntegralImage, type GrayPicture, type IntegralImage, resizeGray } from './integral-image.ts'
import { detectKeypoints, type Keypoint, keypointSide } from './keypoints.ts'

type KeypointRow = Pick<Keypoint, 'x' | 'y' | 'descriptor'>

/** The stored data of a picture that recognizes copies of it. */
export type Fingerprint = {
  /** Pixels, with a longer side of `keypointSide`. */
  readonly width: number
  readonly height: number
  readonly keypoints: readonly KeypointRow[]
  /** Lightness of `gridSide` × `gridSide` cells, row by row: 0 to 255. */
  readonly lightness: Uint8Array
}

const gridSide = 32

/** Computes the fingerprint of a picture. @param picture With a longer side of about `keypointSide` pixels or more. */
export function createFingerprint(picture: GrayPicture): Fingerprint {
  const image = createIntegralImage(picture)
  const { width, height } = sizeAt(picture, 1)
  const keypoints = detectKeypoints(resizeGray(image, width, height))
  return {
    width,
    height,
    keypoints: keypoints.map(({ x, y, descriptor }) => ({ x, y, descriptor })),
    lightness: Uint8Array.from(resizeGray(image, gridSide, gridSide).data, Math.round),
  }
}

/** Scales at which a copy is compared: it may be cropped to 80 % of either side, and a step of 5 % keeps descriptors. */
const scales = [1, 0.95, 0.9, 0.85, 0.8]

function sizeAt({ width, height }: Pick<GrayPicture, 'width' | 'height'>, scale: number) {
  const factor = (keypointSide * scale) / Math.max(width, height)
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** A possible copy at one of the scales that it may have in the original. */
type ScaledCopy = { readonly width: number; readonly height: number; readonly keypoints: readonly Keypoint[] }

/** A picture that is looked up, at all scales. */
export type FingerprintQuery = { readonly image: IntegralImage; readonly copies: readonly ScaledCopy[] }

/** Prepares the lookup of a picture. @param picture With a longer side of about `keypointSide` pixels or more. */
export function createFingerprintQuery(picture: GrayPicture): FingerprintQuery {
  const image = createIntegralImage(picture)
  const copies = scales.map((scale) => {
    const { width, height } = sizeAt(picture, scale)
    return { width, height, keypoints: detectKeypoints(resizeGray(image, width, height)) }
  })
  return { image, copies }
}

/** Lists all descriptors by which originals of a query are found in an index. */
export const descriptorsOf = ({ copies }: FingerprintQuery): readonly number[] => [
  ...new Set(copies.flatMap(({ keypoints }) => keypoints.flatMap(candidatesOf))),
]

const candidatesOf = ({ descriptor, alternatives }: Keypoint): readonly number[] => [descriptor, ...alternatives]

/** Distance in pixels within which two matches have the same offset. */
const tolerance = 3
/** Thresholds of a copy: inliers, the part of the picture that they span, and the correlation of lightness. Measured in docs/decisions/0165. */
const [minInliers, minSpan, minCorrelation] = [6, 0.1, 0.9]
/** Limit of matches at one scale: a repeated pattern has the same descriptors all over. They are compared in pairs. */
const maxMatches = 400

/** Two keypoints with the same descriptor, and the offset from the query's to the stored one. */
type Match = { readonly query: Keypoint; readonly stored: KeypointRow; readonly offset: Point }

function matchKeypoints(keypoints: readonly Keypoint[], stored: readonly KeypointRow[]): readonly Match[] {
  const byDescriptor = Map.groupBy(stored, ({ descriptor }) => descriptor)
  return keypoints
    .flatMap((query) =>
      candidatesOf(query).flatMap((descriptor) =>
        (byDescriptor.get(descriptor) ?? []).map((row) => ({
          query,
          stored: row,
          offset: { x: row.x - query.x, y: row.y - query.y },
        })),
      ),
    )
    .slice(0, maxMatches)
}

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)

/** The part of a copy that a box around its matches covers: an object that two pictures share is in one part of them. */
const coveredPart = (matches: readonly Match[], { width, height }: ScaledCopy): number =>
  (spanOf(matches.map(({ query }) => query.x)) / width) * (spanOf(matches.map(({ query }) => query.y)) / height)

/** Pearson correlation of two lists, from -1 to 1; 0 where one of them is constant. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [covariance, varianceA, varianceB] = [0, 0, 0]
  for (const [index, value] of a.entries()) {
    const [deviationA, deviationB] = [value - meanA, (b[index] ?? 0) - meanB]
    covariance += deviationA * deviationB
    varianceA += deviationA * deviationA
    varianceB += deviationB * deviationB
  }
  return varianceA > 0 && varianceB > 0 ? covariance / Math.sqrt(varianceA * varianceB) : 0
}

/** Cells across and down in which the lightness of two pictures is correlated. */
const correlatedSide = 12

/** Correlates the lightness of a copy with that of the part of the original that it covers at an offset. */
function lightnessCorrelation(image: IntegralImage, stored: Fingerprint, copy: ScaledCopy, offset: Point): number {
  const grid = createIntegralImage({ data: stored.lightness, width: gridSide, height: gridSide })
  const toGrid = { x: gridSide / stored.width, y: gridSide / stored.height }
  const cell = { width: image.width / correlatedSide, height: image.height / correlatedSide }
  const part = {
    width: (copy.width * toGrid.x) / correlatedSide,
    height: (copy.height * toGrid.y) / correlatedSide,
  }
  const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), gridSide - size)
  const cells = Array.from({ length: correlatedSide ** 2 }, (_, index) => ({
    x: index % correlatedSide,
    y: Math.floor(index / correlatedSide),
  }))
  return correlation(
    cells.map(({ x, y }) => image.meanOfPart(x * cell.width, y * cell.height, cell.width, cell.height)),
    cells.map(({ x, y }) =>
      grid.meanOfPart(
        clamp(offset.x * toGrid.x + x * part.width, part.width),
        clamp(offset.y * toGrid.y + y * part.height, part.height),
        part.width,
        part.height,
      ),
    ),
  )
}

/**
 * Counts the keypoints that a query shares with an original at the same offset. 0: it is no copy, not even one that was encoded again,
 * resized, or cropped to at least 80 % of each side.
 */
export function countInliers({ image, copies }: FingerprintQuery, stored: Fingerprint): number {
  let best = 0
  for (const copy of copies) {
    const matches = matchKeypoints(copy.keypoints, stored.keypoints)
    for (const { offset } of matches) {
      const inliers = matches.filter(
        (other) => Math.abs(other.offset.x - offset.x) <= tolerance && Math.abs(other.offset.y - offset.y) <= tolerance,
      )
      const count = new Set(inliers.map((match) => match.stored)).size
      const isCopy =
        count >= minInliers &&
        count > best &&
        coveredPart(inliers, copy) >= minSpan &&
        lightnessCorrelation(image, stored, copy, offset) >= minCorrelation
      if (isCopy) best = count
    }
  }
  return best
}
