import { type ReactNode, useEffect } from 'react'
import { useStore } from '#web/data/store.ts'
import { LazySlot, lazyPart, offlinePart, warmOfflineParts } from '#web/ui/lazy-part.tsx'
import type { BoardView } from './board-view.ts'
import { FindPanel } from './find/find-panel.tsx'
import { useDroppedPicture } from './rebuild/use-dropped-picture.ts'
import { TrashPanel } from './trash/trash-panel.tsx'

const shareDialog = offlinePart(async () => (await import('./sharing/share-dialog.tsx')).ShareDialog)
const rebuildDialog = lazyPart(async () => (await import('./rebuild/rebuild-dialog.tsx')).RebuildDialog)
const reviewPanel = lazyPart(async () => (await import('./review/review-panel.tsx')).ReviewPanel)

/** What is open beside or above the canvas. */
export function BoardPanels({ view }: { view: BoardView }) {
  const isSharing = useStore(view.sharing) !== null
  const isRebuilding = useStore(view.rebuilding) !== null
  useDroppedPicture(view)
  useEffect(warmOfflineParts, [])
  return (
    <>
      <SidePanel view={view} />
      {isSharing && <LazySlot part={shareDialog} props={{ view }} onClose={() => view.sharing.set(null)} />}
      {isRebuilding && <LazySlot part={rebuildDialog} props={{ view }} onClose={() => view.rebuilding.set(null)} />}
    </>
  )
}

/** One at a time. */
function SidePanel({ view }: { view: BoardView }): ReactNode {
  const panel = useStore(view.panel)
  switch (panel) {
    case 'find':
      return <FindPanel view={view} />
    case 'trash':
      return <TrashPanel view={view} />
    case 'review':
      return <LazySlot part={reviewPanel} props={{ view }} onClose={() => view.panel.set(null)} />
    case null:
      return null
  }
}
