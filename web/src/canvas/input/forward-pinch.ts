/** Dialogs zoom what they show, or nothing. */
const dialogs = '[role="dialog"], [role="alertdialog"]'

/**
 * Forwards pinches of a trackpad and Ctrl with the wheel over bars and panels to the canvas below them. The browser would scale the page instead, and
 * the bars with it, which no gesture on the canvas brings back. Safari's pinch is only kept from the page. Returns the stop.
 */
export function startPinchForwarding(): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: false }
  const forward = (event: WheelEvent) => {
    // Handled already by a view with a zoom of its own.
    if (!event.ctrlKey || event.defaultPrevented) return
    event.preventDefault()
    if (event.target instanceof Element && event.target.closest(dialogs)) return
    document.querySelector('.canvas')?.dispatchEvent(new WheelEvent('wheel', event))
  }
  addEventListener('wheel', forward, options)
  for (const name of ['gesturestart', 'gesturechange'])
    addEventListener(name, (event) => event.preventDefault(), options)
  return () => listening.abort()
}
