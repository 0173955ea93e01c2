import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { CanvasStateShape } from '#contract/project.ts'
import { createCameraController } from '#web/canvas/camera-controller.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { startSavingView } from '#web/data/saved-view.ts'
import { useStore } from '#web/data/store.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { showToast } from '#web/ui/toast.ts'
import { BoardCanvas } from './board-canvas.tsx'
import { type BoardView, createBoardView } from './board-view.ts'
import { branchingTexts } from './branching/texts.ts'
import { initialView, newestCard } from './initial-view.ts'
import { LoadingCard } from './loading-card.tsx'
import { keepSelectionOnBoard } from './selection.ts'
import { useCardLink } from './sharing/use-card-link.ts'
import { boardTexts } from './texts.ts'
import { useLostChanges } from './use-lost-changes.ts'
import { useRecentre } from './use-recentre.ts'

type BoardScreenProps = {
  board: BoardStore
  /** What stands above the canvas; without a view while the board is being read. */
  header(view: BoardView | null): ReactNode
  /** `undefined` while it is being read; the canvas waits for it. */
  saved: CanvasStateShape | null | undefined
  /** The card that the address names; null for none. */
  linkedCardId: string | null
}

/** A project's canvas, from the first request to the last card. */
export function BoardScreen({ board, saved, header, linkedCardId }: BoardScreenProps) {
  const state = useStore(board.loadState)

  useEffect(() => {
    if (state === 'failed') showToast({ kind: 'error', title: boardTexts.error, description: boardTexts.failedToLoad })
  }, [state])

  if (state === 'loaded' && saved !== undefined)
    return <OpenBoard board={board} saved={saved} header={header} linkedCardId={linkedCardId} />
  return (
    <>
      {header(null)}
      <main className="h-full">
        {state === 'failed' ? (
          <div className="grid h-full place-items-center">
            <LoadFailed
              title={boardTexts.failedTitle}
              text={boardTexts.failedToLoad}
              onTryAgain={() => liveSession().readBoard(board)}
            />
          </div>
        ) : (
          <LoadingCard label={boardTexts.loading} />
        )}
      </main>
    </>
  )
}

type OpenBoardProps = Omit<BoardScreenProps, 'saved'> & { saved: CanvasStateShape | null }

function OpenBoard({ board, saved, header, linkedCardId }: OpenBoardProps) {
  const [view] = useState(() => {
    const cards = [...board.cards.values()]
    const viewport = { width: innerWidth, height: innerHeight }
    const freshId = liveSession().takeHandedOver(board.projectId)
    return createBoardView(board, createCameraController(initialView({ saved, cards, viewport, freshId })))
  })
  const isEmpty = useStore(board.size) === 0
  const isAwaiting = useStore(view.awaited).length > 0
  useRecentre(view)
  useCardLink(view, linkedCardId)
  useLostChanges()
  useEffect(() => keepSelectionOnBoard(view), [view])

  useEffect(() => {
    const { controller } = view
    const saving = startSavingView(board.projectId, () => newestCard(board.cards.values())?.id ?? null)
    const stop = controller.onFrame(() => saving.note(controller.get()))
    return () => {
      stop()
      saving.stop()
    }
  }, [board, view])

  return (
    <>
      {header(view)}
      <main className="h-full">
        <BoardCanvas view={view} />
        {isEmpty && isAwaiting && (
          <div className="pointer-events-none absolute inset-0">
            <LoadingCard label={branchingTexts.generating} />
          </div>
        )}
        {isEmpty && !isAwaiting && (
          <div className="pointer-events-none absolute inset-0 grid place-items-center">
            <div className="pointer-events-auto">
              <EmptyState title={boardTexts.emptyTitle} text={boardTexts.emptyText}>
                <Link to="/image" search={{ project: board.projectId }} className={buttonClass('go')}>
                  {boardTexts.emptyAction}
                </Link>
              </EmptyState>
            </div>
          </div>
        )}
      </main>
    </>
  )
}
