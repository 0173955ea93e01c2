import type { Point } from '#domain/geometry/rect.ts'

type PlacedStep = { readonly canvasX: number; readonly canvasY: number }

/** Where the card of a step lies, or will. */
export const stepPlace = ({ canvasX: x, canvasY: y }: PlacedStep): Point => ({ x, y })

/** The same of the step that one depends on; null where it depends on none. */
export function placeBefore(steps: readonly PlacedStep[], dependsOn: number | null | undefined): Point | null {
  const before = steps[dependsOn ?? -1]
  return before ? stepPlace(before) : null
}
