/**
 * Subscribes to changes of the device pixel ratio, as after a zoom of the page or on another screen. Returns the stop.
 */
export function watchPixelRatio(onChange: () => void): () => void {
  const listening = new AbortController()
  const watch = () => {
    // A media query is for one ratio: each needs a query of its own.
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const notify = () => {
      watch()
      onChange()
    }
    query.addEventListener('change', notify, { once: true, signal: listening.signal })
  }
  watch()
  return () => listening.abort()
}
