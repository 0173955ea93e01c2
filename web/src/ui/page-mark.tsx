import { useLayoutEffect } from 'react'

/** The parts that the styles of others depend on, by their class names. */
type MarkedPart =
  | 'asset-drawer'
  | 'assistant-panel'
  | 'bring-in-bar'
  | 'compose-panel'
  | 'editor'
  | 'find'
  | 'first-step'
  | 'guest-island'
  | 'header-menu'
  | 'palette'
  | 'path-print'
  | 'path-strip'
  | 'point-panel'
  | 'shortcuts'
  | 'side-panel'
  | 'trash'

const counts = new Map<MarkedPart, number>()

function count(part: MarkedPart, by: 1 | -1): void {
  counts.set(part, (counts.get(part) ?? 0) + by)
  const shown = [...counts].filter(([, number]) => number > 0).map(([name]) => name)
  document.documentElement.dataset.shows = shown.join(' ')
}

/**
 * Marks the page while a part is shown, for the styles of other parts: `:root[data-shows~='trash'] .toaster`. With `:root:has(.trash)` a
 * browser computes the styles of the whole page again whenever an element comes or goes, at every typed letter: 13 to 30 ms.
 */
export function PageMark({ part }: { part: MarkedPart }) {
  useLayoutEffect(() => {
    count(part, 1)
    return () => count(part, -1)
  }, [part])
  return null
}
