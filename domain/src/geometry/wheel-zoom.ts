/** A wheel event's `deltaMode`: pixels, lines or pages. */
export type WheelStep = { readonly deltaY: number; readonly deltaMode: number; readonly ctrlKey: boolean }

/** Zoom per pixel of wheel movement at 100 %. */
const smoothStep = 0.002
/** Zoom per line where the wheel reports lines. */
const lineStep = 0.05
/** Zoom per pixel of a trackpad's pinch, which browsers report as Ctrl + wheel: pinch step 5 on 0.002. */
const pinchStep = 0.01

/** The factor by which one wheel event multiplies the zoom, so that a notch feels the same at every level. */
export function wheelZoomFactor(step: WheelStep): number {
  if (step.ctrlKey) return Math.exp(-pinchStep * step.deltaY)
  if (step.deltaMode === 0) return Math.exp(-smoothStep * step.deltaY)
  return step.deltaY < 0 ? (1 + lineStep) ** -step.deltaY : (1 - lineStep) ** step.deltaY
}
