import type { Rect } from '../geometry/rect.ts'
import type { PixelSize } from '../models/aspect-ratio.ts'
import type { EditRequest } from './operation.ts'

/** The part by which a side may be stretched more than the other one: models round their sizes. */
const maxStretch = 0.02

/**
 * Derives the place of the picture before an edit on its result, in pixels of the result; it may reach beyond. The selection of the edit has the
 * same place.
 * @returns null where it does not lie straight on it: turned, or in another ratio.
 */
export function sourcePlacement(
  { frame }: Pick<EditRequest, 'frame'>,
  source: PixelSize,
  result: PixelSize,
): Rect | null {
  if ((frame?.angle ?? 0) % 360 !== 0) return null
  const { x, y, width, height } = frame ?? { x: 0, y: 0, ...source }
  const [across, down] = [result.width / width, result.height / height]
  if (Math.abs(across / down - 1) > maxStretch) return null
  // No negative zero.
  return { x: 0 - x * across, y: 0 - y * down, width: source.width * across, height: source.height * down }
}
