/** As long as Android takes for it. Browsers that know no long press themselves, such as Safari on a phone, get it here. */
const longPressMs = 500
/** A finger is never quite still, in screen pixels. */
const stillWithin = 10

/**
 * Turns the long press of a finger or a pen into a `contextmenu` event, unless the browser does so first. What the browser
 * makes of the release, a click, is left out: it would close what has opened. Returns the stop.
 */
export function startLongPress(node: HTMLElement): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let press: PointerEvent | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const forget = () => {
    clearTimeout(timer)
    press = null
  }
  const open = () => {
    if (!press) return
    const { target, clientX, clientY } = press
    forget()
    addEventListener('touchend', (event) => event.preventDefault(), { ...options, once: true, passive: false })
    target?.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: 2 }),
    )
  }

  node.addEventListener(
    'pointerdown',
    (event) => {
      const isSecond = press !== null
      forget()
      if (event.pointerType === 'mouse' || event.button !== 0 || isSecond) return
      press = event
      timer = setTimeout(open, longPressMs)
    },
    options,
  )
  node.addEventListener(
    'pointermove',
    (event) => {
      if (press && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > stillWithin) forget()
    },
    options,
  )
  for (const name of ['pointerup', 'pointercancel', 'contextmenu'] as const) addEventListener(name, forget, options)

  return () => {
    forget()
    listening.abort()
  }
}
