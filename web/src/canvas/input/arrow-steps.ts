import type { Point } from '#domain/geometry/rect.ts'

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Lengths of a step: of an arrow key alone, and with Shift. */
export type StepLengths = { readonly step: number; readonly largeStep: number }

/** Steps of what lies on the canvas, in canvas pixels. */
export const canvasSteps: StepLengths = { step: 10, largeStep: 100 }

/** Reads the step of an arrow key; null for any other key. */
export function arrowStep(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { step, largeStep }: StepLengths,
): Point | null {
  const direction = directions[key]
  const length = shiftKey ? largeStep : step
  return direction ? { x: direction.x * length, y: direction.y * length } : null
}
