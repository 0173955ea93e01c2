import type { Rect } from '../geometry/rect.ts'
import type { PixelSize } from '../models/aspect-ratio.ts'

/** Margin at each side of a picture that is taken for background where nothing is selected, as a share of that side. */
const margin = 0.06

/** The box in which the subject of a picture is looked for where nothing is selected, in whole pixels of the picture. */
export function subjectBox({ width, height }: PixelSize): Rect {
  const [x, y] = [Math.round(width * margin), Math.round(height * margin)]
  return { x, y, width: width - 2 * x, height: height - 2 * y }
}
