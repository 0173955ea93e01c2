import { Plus, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { maxProjectTitle } from '#domain/board/change.ts'
import { useAllProjects } from '#web/data/latest-projects.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, LoadFailed, LoadFailedLine } from '#web/ui/page-states.tsx'
import { boardTexts } from './board-texts.ts'
import { BoardTiles, BoardTilesLoading } from './board-tiles.tsx'
import { projectTexts } from './texts.ts'
import { useCreateProject } from './use-create-project.ts'

/** Every board of the user as a cover, edited last first; more are read as the page is scrolled. */
export function AllBoardsScreen() {
  const [words, setWords] = useState('')
  const { projects, total, state, hasMore, loadMore, tryAgain } = useAllProjects(words)
  const isEmpty = state === 'loaded' && projects.length === 0
  return (
    <main className="mx-auto max-w-[1328px] px-8 pt-28 pb-24 max-sm:px-4 max-sm:pt-18">
      <div className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:mb-6">
        <h1 className="display text-44 max-sm:text-28">{boardTexts.boardsTitle}</h1>
        {total !== null && (
          <span role="status" className="text-13 text-muted tabular-nums">
            {boardTexts.boards(total)}
          </span>
        )}
        <div className="input ml-auto w-64 max-sm:order-last max-sm:w-full">
          <Search aria-hidden="true" className="text-muted" />
          <input
            dir="auto"
            type="search"
            aria-label={boardTexts.find}
            placeholder={boardTexts.find}
            maxLength={maxProjectTitle}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
        <NewBoardButton />
      </div>
      {projects.length > 0 && <BoardTiles boards={projects} />}
      {projects.length === 0 && state === 'loading' && <BoardTilesLoading count={8} />}
      {projects.length === 0 && state === 'failed' && (
        <LoadFailed title={boardTexts.boardsFailedTitle} text={boardTexts.boardsFailed} onTryAgain={tryAgain} />
      )}
      {projects.length > 0 && state === 'failed' && (
        <LoadFailedLine text={boardTexts.moreFailed} onTryAgain={tryAgain} />
      )}
      {isEmpty && words.trim() === '' && <NoBoards />}
      {isEmpty && words.trim() !== '' && (
        <EmptyState title={boardTexts.noBoard} text={boardTexts.noBoardText}>
          <Button kind="line" onClick={() => setWords('')}>
            {boardTexts.clearSearch}
          </Button>
        </EmptyState>
      )}
      {hasMore && state === 'loaded' && <EndMark onNear={loadMore} />}
    </main>
  )
}

function NewBoardButton() {
  const { isBusy, create } = useCreateProject()
  return (
    <Button kind="line" busy={isBusy} onClick={() => create()}>
      {!isBusy && <Plus aria-hidden="true" />}
      {boardTexts.newBoard}
    </Button>
  )
}

function NoBoards() {
  const { isBusy, create } = useCreateProject()
  return (
    <EmptyState title={projectTexts.emptyTitle} text={projectTexts.emptyText}>
      <Button kind="solid" busy={isBusy} onClick={() => create()}>
        {!isBusy && <Plus aria-hidden="true" />}
        {projectTexts.create}
      </Button>
    </EmptyState>
  )
}

/** The end of what is loaded: reads more before it is reached. */
function EndMark({ onNear }: { onNear(): void }) {
  const node = useRef<HTMLDivElement>(null)
  const latest = useRef(onNear)
  latest.current = onNear
  useEffect(() => {
    if (!node.current) return
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    })
    watch.observe(node.current)
    return () => watch.disconnect()
  }, [])
  return <div ref={node} className="h-px" />
}
