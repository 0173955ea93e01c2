import { Link } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFoundProjects } from '#web/data/latest-projects.ts'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { boardTexts } from './board-texts.ts'
import { BoardTiles, BoardTilesLoading } from './board-tiles.tsx'

/** Boards before the tile that leads to all of them: three rows of three. */
const maxTiles = 8

/** The boards edited last, below the prompt. @param props.none Shown to a person who has none. */
export function YourBoards({ none }: { none: ReactNode }) {
  const { projects, total, state, tryAgain } = useFoundProjects('')
  if (total === 0) return none
  return (
    <section aria-labelledby="your-boards-title">
      <div className="mb-3 flex items-baseline gap-3">
        <h2 id="your-boards-title" className="font-semibold text-16">
          {boardTexts.yourBoards}
        </h2>
        <Link to="/projects" className="ml-auto font-medium text-13 text-muted hover:text-ink">
          {boardTexts.allBoards}
        </Link>
      </div>
      {projects.length > 0 && (
        <BoardTiles boards={projects.slice(0, maxTiles)} last={projects.length > maxTiles && <AllBoardsTile />} />
      )}
      {projects.length === 0 && state === 'loading' && <BoardTilesLoading count={3} />}
      {projects.length === 0 && state === 'failed' && (
        <LoadFailedLine text={boardTexts.boardsFailed} onTryAgain={tryAgain} />
      )}
    </section>
  )
}

/** The way to all boards, for the eye; the link beside the heading is for screen readers and the Tab key. */
const AllBoardsTile = () => (
  <Link
    to="/projects"
    aria-hidden="true"
    tabIndex={-1}
    className="board-tile-all grid aspect-236/148 place-content-center justify-items-center gap-2 rounded-12 text-13 font-medium text-muted inset-ring inset-ring-line hover:text-ink hover:inset-ring hover:inset-ring-edge"
  >
    <LayoutGrid className="size-[18px]!" />
    {boardTexts.allBoards}
  </Link>
)
