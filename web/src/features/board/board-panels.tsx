import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from '#web/data/use-store.ts'
import type { BoardView } from './board-view.ts'
import { FindPanel } from './find/find-panel.tsx'
import { TrashPanel } from './trash/trash-panel.tsx'

// Loaded with the first link that is made, and with the first look at what visitors said.
const ShareDialog = lazy(() =>
  import('./sharing/share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
)
const ReviewPanel = lazy(() =>
  import('./review/review-panel.tsx').then(({ ReviewPanel }) => ({ default: ReviewPanel })),
)

/** What is open beside or above the canvas. */
export function BoardPanels({ view }: { view: BoardView }) {
  const isSharing = useStore(view.sharing) !== null
  return (
    <>
      <SidePanel view={view} />
      {isSharing && (
        <Suspense>
          <ShareDialog view={view} />
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
