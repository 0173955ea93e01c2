import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProjectCoverShape } from '#contract/board/project.ts'
import { tileGrid } from '#web/ui/tile-grid.ts'
import { boardTexts } from './board-texts.ts'
import { Cover } from './cover.tsx'
import { useEditedText } from './edited-text.ts'
import './boards.css'

type BoardTilesProps = {
  boards: readonly ProjectCoverShape[]
  /** The last tile, such as a link to the other boards. */
  last?: ReactNode
}

/** Boards as covers with their titles. */
export const BoardTiles = ({ boards, last }: BoardTilesProps) => (
  <ul className={tileGrid}>
    {boards.map((board) => (
      <li key={board.id}>
        <BoardTile board={board} />
      </li>
    ))}
    {last && <li>{last}</li>}
  </ul>
)

function BoardTile({ board }: { board: ProjectCoverShape }) {
  const edited = useEditedText(board.editedAt)
  return (
    <Link to="/project/$projectId" params={{ projectId: board.id }} className="board-tile block rounded-12">
      <Cover board={board} size="tile" />
      <span className="mt-2 block truncate font-medium text-13" dir="auto">
        {board.title}
      </span>
      <span className="block truncate text-12 text-muted tabular-nums">{edited}</span>
    </Link>
  )
}

/** Covers that are still being read, at their final height. */
export const BoardTilesLoading = ({ count }: { count: number }) => (
  <div role="status" aria-label={boardTexts.loadingBoards} className={tileGrid}>
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same
      <span key={place} className="shimmer mb-11 aspect-[236/148] rounded-12" />
    ))}
  </div>
)
