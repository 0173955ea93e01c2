/** A press that goes further is a drag of the ground, in screen pixels; one that lasts longer opens the menu. */
const mostMoved = 8
const longestMs = 400

/** Hears of a short press that stays where it is, whoever captures the pointer meanwhile. */
export function startTapping(press: PointerEvent, onTap: () => void): void {
  const listening = new AbortController()
  const end = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    listening.abort()
    const moved = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
    if (event.type === 'pointerup' && moved <= mostMoved && event.timeStamp - press.timeStamp <= longestMs) onTap()
  }
  const options = { capture: true, signal: listening.signal }
  addEventListener('pointerup', end, options)
  addEventListener('pointercancel', end, options)
}
