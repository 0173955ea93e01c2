import { type KeyboardEvent, useRef, useState } from 'react'
import type { ProjectShape } from '#contract/board/project.ts'
import { maxProjectTitle } from '#domain/board/change.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { liveSession } from '#web/data/live/current-session.ts'

const texts = {
  rename: (title: string) => `Rename “${title}”`,
  label: 'Project title',
  renamed: 'Renamed the project',
}

/** The title; a press makes it a field. Enter or leaving it saves it unless it is blank, Escape reverts it. */
export function ProjectTitle({ project }: { project: Pick<ProjectShape, 'id' | 'title'> }) {
  const [written, setWritten] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  const save = () => {
    if (written === null) return
    const title = written.trim()
    setWritten(null)
    if (title === '' || title === project.title) return
    editBoard(liveSession().boards.get(project.id), [{ kind: 'rename', title }], texts.renamed)
  }

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save()
    else if (event.key === 'Escape') setWritten(null)
    else return
    requestAnimationFrame(() => button.current?.focus())
  }

  const size = 'h-9 pointer-coarse:h-11 min-w-0 rounded-8 px-2 font-semibold text-14'
  if (written === null)
    return (
      <button
        ref={button}
        type="button"
        dir="auto"
        aria-label={texts.rename(project.title)}
        className={`${size} max-w-[280px] truncate hover:bg-raised max-sm:max-w-[132px]`}
        onClick={() => setWritten(project.title)}
      >
        {project.title}
      </button>
    )
  return (
    <input
      dir="auto"
      aria-label={texts.label}
      className={`${size} field-sizing-content max-w-[280px] bg-raised max-sm:max-w-[160px]`}
      maxLength={maxProjectTitle}
      value={written}
      // It was asked for by a press, so the focus is where the person expects it.
      // biome-ignore lint/a11y/noAutofocus: the field takes the place of the pressed button
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setWritten(event.target.value)}
      onBlur={save}
      onKeyDown={press}
    />
  )
}
