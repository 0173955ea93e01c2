import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef } from 'react'
import { longestNote, type Note } from '#domain/board/board-item.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import { BlankText, NoteText } from '#web/viewing/frames/note-text.tsx'
import { placedAt } from '#web/viewing/frames/shown-frames.tsx'
import { addNote, writeNote } from './edit-items.ts'
import { ItemActions } from './item-actions.tsx'
import { pressItem } from './press-item.ts'
import { frameTexts } from './texts.ts'

type BoardNoteProps = {
  session: BoardSession
  note: Note
  /** Its words are not shown: the view is too far to read them. */
  isBlank: boolean
}

/** A note on the canvas. A press selects it, a drag moves it, a double click or Enter edits it. */
export const BoardNote = memo(function BoardNote({ session, note, isBlank }: BoardNoteProps) {
  const { id, text } = note
  const { items } = session
  const selected = useSelect(items.selected, (ids) => ids.has(id))
  const isAlone = useSelect(items.selected, (ids) => ids.size === 1 && ids.has(id))
  const isEdited = useSelect(items.edited, (edited) => edited?.kind === 'note' && edited.noteId === id)
  if (isEdited)
    return (
      <div className="item-place">
        <article className="note" data-item={id} data-drag="touch" data-selected style={placedAt(note)}>
          <NoteField session={session} text={text} onEnd={(words) => writeNote(session, id, words)} />
        </article>
      </div>
    )
  return (
    <div className="item-place">
      <article
        className="note"
        data-item={id}
        data-drag={selected ? 'touch' : ''}
        data-selected={selected || undefined}
        aria-label={frameTexts.noteLabel(text)}
        // A note takes the focus, so that its keys work.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is handled by keys
        tabIndex={0}
        style={placedAt(note)}
        onPointerDown={(event) => pressItem(session, id, event)}
        onDoubleClick={() => items.edited.set({ kind: 'note', noteId: id })}
        onFocus={(event) => {
          const isByKey = event.target === event.currentTarget && event.currentTarget.matches(':focus-visible')
          if (isByKey && !items.selected.get().has(id)) items.selected.set(new Set([id]))
        }}
      >
        {isAlone && <ItemActions session={session} kind="note" />}
        {isBlank ? <BlankText text={text} /> : <NoteText text={text} />}
      </article>
    </div>
  )
})

/** The field of a note that has no words yet. */
export function NewNote({ session }: { session: BoardSession }) {
  const edited = useSelect(session.items.edited, (item) => (item?.kind === 'new-note' ? item : null))
  if (!edited) return null
  return (
    <div className="item-place">
      <article className="note" data-drag="touch" data-selected style={placedAt(edited.place)}>
        <NoteField session={session} text="" onEnd={(words) => addNote(session, edited.place, words)} />
      </article>
    </div>
  )
}

const stop = (event: PointerEvent) => event.stopPropagation()

type NoteFieldProps = { session: BoardSession; text: string; onEnd(text: string): void }

/** Edits Markdown as it is written. Leaving the field stores it, also by Escape, and when the page is left. */
function NoteField({ session, text, onEnd }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  const save = () => {
    if (isDone.current) return
    isDone.current = true
    onEnd(field.current?.value ?? text)
    session.items.edited.set(null)
  }
  const latest = useRef(save)
  latest.current = save

  useEffect(() => {
    const { current } = field
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    event.stopPropagation()
    save()
  }
  return (
    <textarea
      ref={field}
      defaultValue={text}
      maxLength={longestNote}
      aria-label={frameTexts.noteField}
      placeholder={frameTexts.notePlaceholder}
      onKeyDown={press}
      onBlur={save}
      onPointerDown={stop}
    />
  )
}
