import { useLayoutEffect } from 'react'

/** The parts that the styles of others depend on, by their class names. */
type MarkedPart =
  | 'asset-drawer'
  | 'assistant-panel'
  | 'auth-card'
  | 'bring-in-bar'
  | 'comments-panel'
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
  | 'round-bar'
  | 'shortcuts'
  | 'side-panel'
  | 'trash'

/** One for each element: a part may be there twice while one replaces the other. */
const shown: MarkedPart[] = []

const write = () => {
  document.documentElement.dataset.shows = shown.join(' ')
}

/**
 * Marks the page while a part is shown, for the styles of other parts: `:root[data-shows~='trash'] .toaster`. With `:root:has(.trash)` a
 * browser computes the styles of the whole page again whenever an element comes or goes, at every typed letter: 13 to 30 ms.
 */
export function PageMark({ part }: { part: MarkedPart }) {
  useLayoutEffect(() => {
    shown.push(part)
    write()
    return () => {
      shown.splice(shown.indexOf(part), 1)
      write()
    }
  }, [part])
  return null
}
