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
