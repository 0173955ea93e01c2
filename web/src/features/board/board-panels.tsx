import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from '#web/data/use-store.ts'
import type { BoardView } from './board-view.ts'
import { FindPanel } from './find/find-panel.tsx'
import { useDroppedPicture } from './rebuild/use-dropped-picture.ts'
import { TrashPanel } from './trash/trash-panel.tsx'

// Loaded when they are first asked for.
const ShareDialog = lazy(() =>
  import('./sharing/share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
)
const RebuildDialog = lazy(() =>
  import('./rebuild/rebuild-dialog.tsx').then(({ RebuildDialog }) => ({ default: RebuildDialog })),
)
const ReviewPanel = lazy(() =>
  import('./review/review-panel.tsx').then(({ ReviewPanel }) => ({ default: ReviewPanel })),
)

/** What is open beside or above the canvas. */
export function BoardPanels({ view }: { view: BoardView }) {
  const isSharing = useStore(view.sharing) !== null
  const isRebuilding = useStore(view.rebuilding) !== null
  useDroppedPicture(view)
  return (
    <>
      <SidePanel view={view} />
      {isSharing && (
        <Suspense>
          <ShareDialog view={view} />
        </Suspense>
      )}
      {isRebuilding && (
        <Suspense>
          <RebuildDialog view={view} />
        </Suspense>
      )}
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
      return (
        <Suspense>
          <ReviewPanel view={view} />
        </Suspense>
      )
    case null:
      return null
  }
}
