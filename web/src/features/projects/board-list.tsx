import { Link, useNavigate } from '@tanstack/react-router'
import { Check, LayoutGrid, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import type { ProjectCoverShape } from '#contract/board/project.ts'
import { maxProjectTitle } from '#domain/board/change.ts'
import { formatCount } from '#domain/format.ts'
import { matchedParts } from '#domain/search/matched-parts.ts'
import { useFoundProjects } from '#web/data/latest-projects.ts'
import { Spinner } from '#web/ui/button.tsx'
import { useCombobox } from '#web/ui/combobox.ts'
import { KeyChip } from '#web/ui/key-chip.tsx'
import { keysText } from '#web/ui/keys.ts'
import { NewDot } from '#web/ui/new-dot.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { boardTexts } from './board-texts.ts'
import { Cover } from './cover.tsx'
import { useEditedText } from './edited-text.ts'
import { useCreateProject } from './use-create-project.ts'
import './boards.css'

/** Rows of the list. */
const maxRows = 8

type BoardListProps = {
  /** The open board. */
  projectId: string
  onClose(): void
}

/** The boards edited last, with a field that finds others by their titles: type, arrows, Enter. */
export function BoardList({ projectId, onClose }: BoardListProps) {
  const [words, setWords] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const { projects, total, state, tryAgain } = useFoundProjects(words)
  const navigate = useNavigate()
  const { isBusy, create } = useCreateProject()
  const shown = projects.slice(0, maxRows)
  // Enter alone leads back to the board before this one.
  const usual = words === '' ? shown.find(({ id }) => id !== projectId) : undefined
  const { field, list, optionOf } = useCombobox({
    fieldLabel: boardTexts.find,
    listLabel: boardTexts.latest,
    items: shown,
    active: shown.find(({ id }) => id === activeId) ?? usual,
    idOf: ({ id }) => id,
    onActivate: ({ id }) => setActiveId(id),
    onChoose(board) {
      onClose()
      void navigate({ to: '/project/$projectId', params: { projectId: board.id } })
    },
  })

  return (
    <>
      <div className="boards-field mb-1.5 flex h-8 items-center gap-2 rounded-8 bg-raised pr-1.5 pl-2.5 text-13 focus-within:outline-2 focus-within:outline-ink">
        <Search aria-hidden="true" className="text-muted" />
        <input
          dir="auto"
          {...field}
          // The list is opened to look for a board.
          // biome-ignore lint/a11y/noAutofocus: the field is the first thing in the popover
          autoFocus
          maxLength={maxProjectTitle}
          placeholder={boardTexts.find}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setActiveId(null)
          }}
        />
        <KeyChip className="max-sm:hidden">{keysText('Mod+K')}</KeyChip>
      </div>
      <div
        {...list}
        className="max-h-[min(416px,calc(var(--radix-popover-content-available-height)_-_136px))] overflow-y-auto"
      >
        {shown.map((board) => (
          <BoardRow
            key={board.id}
            board={board}
            words={words}
            isOpen={board.id === projectId}
            option={{ ...optionOf(board), onClick: onClose }}
          />
        ))}
      </div>
      {shown.length === 0 && state === 'loading' && (
        <p role="status" aria-label={boardTexts.loadingBoards} className="grid h-13 place-items-center text-muted">
          <Spinner />
        </p>
      )}
      {shown.length === 0 && state === 'loaded' && (
        <p role="status" className="px-2 py-4 text-13 text-muted">
          {boardTexts.noBoard}
        </p>
      )}
      {state === 'failed' && (
        <div className="px-2 text-13">
          <LoadFailedLine text={boardTexts.boardsFailed} onTryAgain={tryAgain} />
        </div>
      )}
      <div className="menu-separator" />
      <button type="button" aria-busy={isBusy} className="menu-item hover:bg-raised" onClick={() => create(onClose)}>
        {isBusy ? <Spinner /> : <Plus aria-hidden="true" />}
        {boardTexts.newBoard}
      </button>
      <Link to="/projects" className="menu-item hover:bg-raised" onClick={onClose}>
        <LayoutGrid aria-hidden="true" />
        {boardTexts.allBoards}
        {words === '' && total !== null && (
          <span className="ml-auto text-12 text-muted tabular-nums">{formatCount(total)}</span>
        )}
      </Link>
    </>
  )
}

type BoardRowProps = {
  board: ProjectCoverShape
  words: string
  isOpen: boolean
  /** Of the combobox; a press is the link's own. */
  option: ReturnType<ReturnType<typeof useCombobox<ProjectCoverShape>>['optionOf']>
}

function BoardRow({ board, words, isOpen, option }: BoardRowProps) {
  const edited = useEditedText(board.editedAt)
  const { newComments = 0 } = board
  return (
    <Link
      {...option}
      to="/project/$projectId"
      params={{ projectId: board.id }}
      tabIndex={-1}
      aria-current={isOpen ? 'page' : undefined}
      className="boards-row flex h-13 items-center gap-3 rounded-8 py-0 pr-2 pl-1.5 aria-selected:bg-raised"
    >
      <Cover board={board} size="row" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-13" dir="auto">
          {matchedParts(board.title, words).map(({ text, isMatch }, place) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title have no other name
            isMatch ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
          )}
        </span>
        <span className="block truncate text-12 text-muted tabular-nums">{edited}</span>
      </span>
      {!isOpen && newComments > 0 && <NewDot label={boardTexts.newComments(newComments)} />}
      {isOpen && <Check aria-hidden="true" />}
    </Link>
  )
}
