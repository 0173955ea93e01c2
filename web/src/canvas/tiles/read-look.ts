import type { Look } from '../painter/paint-protocol.ts'

/**
 * The colors of the theme inside an element. A custom property reads as it was written, so each is applied to an
 * element to resolve it.
 */
export function readLook(parent: HTMLElement): Look {
  const probe = document.createElement('span')
  parent.append(probe)
  const read = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const look = {
    ground: read('--ground'),
    dot: read('--dot'),
    panel: read('--panel'),
    hairline: read('--hairline'),
    ink: read('--ink'),
    muted: read('--muted'),
    raised: read('--raised'),
    danger: read('--danger'),
    dangerSoft: read('--danger-soft'),
    branch: read('--branch'),
    accent: read('--accent'),
    line: read('--line'),
    glass: read('--glass'),
    onGlass: read('--on-glass'),
    paper: read('--paper'),
    frame: read('--frame'),
    checkerOdd: read('--checker-odd'),
    checkerEven: read('--checker-even'),
  }
  probe.remove()
  return look
}

/** Subscribes to changes of the theme, chosen or the system's. Returns the stop. */
export function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(onChange)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  system.addEventListener('change', onChange)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', onChange)
  }
}

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
