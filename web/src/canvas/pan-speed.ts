import type { Camera } from '#domain/geometry/camera.ts'

/** From this speed on, the details of a picture that flies by can not be seen. Screen pixels a second. */
const fast = 1_000
/** A pan stays fast for this long: one slow frame is no rest. */
const staysFastMs = 100

/** Distinguishes fast pans from slow ones, by the views of successive frames. */
export function createPanSpeed() {
  let last: { readonly camera: Camera; readonly at: number } | null = null
  let wasFastAt = Number.NEGATIVE_INFINITY

  return {
    /** Whether the view moves fast. @param now Milliseconds on the clock of the frames. */
    isFast(camera: Camera, now: number): boolean {
      if (last && now > last.at) {
        const pixels = Math.hypot(camera.panX - last.camera.panX, camera.panY - last.camera.panY)
        // A jump from a view that was still is no pan.
        if ((pixels / (now - last.at)) * 1_000 > fast && now - last.at < staysFastMs) wasFastAt = now
      }
      last = { camera, at: now }
      return now - wasFastAt < staysFastMs
    },
  }
}
