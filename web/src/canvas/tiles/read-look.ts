import type { Look } from '../painter/paint-protocol.ts'

const tokens: Record<keyof Look, string> = {
  panel: '--panel',
  hairline: '--hairline',
  ink: '--ink',
  muted: '--muted',
  raised: '--raised',
  dangerSoft: '--danger-soft',
  branch: '--branch',
  accent: '--accent',
}

/** The colours of the theme inside an element. A custom property reads as it was written, so each is tried on an element. */
export function readLook(parent: HTMLElement): Look {
  const probe = document.createElement('span')
  parent.append(probe)
  const read = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const look = {
    panel: read(tokens.panel),
    hairline: read(tokens.hairline),
    ink: read(tokens.ink),
    muted: read(tokens.muted),
    raised: read(tokens.raised),
    dangerSoft: read(tokens.dangerSoft),
    branch: read(tokens.branch),
    accent: read(tokens.accent),
  }
  probe.remove()
  return look
}

/** Hears of a change of the theme, chosen or the system's. Returns the stop. */
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
