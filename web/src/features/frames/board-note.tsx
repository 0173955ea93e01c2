import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import { maxNoteLength, type Note } from '#domain/board/board-item.ts'
import { soleSelected } from '#domain/board/selection.ts'
import { type Camera, centreOn, type ViewportSize, visibleBoard } from '#domain/geometry/camera.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { noteRect } from '#domain/layout/frame-content.ts'
import { glideMs } from '#web/canvas/camera-controller.ts'
import { freeBoard } from '#web/canvas/free-view.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { BlankText, NoteGlance, NoteText } from '#web/viewing/frames/note-text.tsx'
import { placedAt } from '#web/viewing/frames/shown-frames.tsx'
import { addNote, writeNote } from './edit-items.ts'
import { ItemActions, pressItem } from './item-actions.tsx'
import { frameTexts } from './texts.ts'
import { useItemText } from './use-item-text.ts'

type BoardNoteProps = {
  session: BoardSession
  note: Note
  /** Its words are not shown: the view is too far to read them. */
  isBlank: boolean
}

/** A note on the canvas. A press selects it, a drag moves it, a double click or Enter edits it. */
export const BoardNote = memo(function BoardNote({ session, note, isBlank }: BoardNoteProps) {
  const { id, text } = note
  const { items, selection } = session
  const selected = useSelect(selection, (now) => now.items.has(id))
  const isAlone = useSelect(selection, (now) => soleSelected(now, 'items') === id)
  const isEdited = useSelect(items.edited, (edited) => edited?.kind === 'note' && edited.noteId === id)
  if (isEdited) return null
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
          if (isByKey && !selection.get().items.has(id)) selectOnly(session, id, 'items')
        }}
      >
        {isAlone && <ItemActions session={session} kind="note" />}
        <NoteGlance text={text} />
        {isBlank ? <BlankText text={text} /> : <NoteText text={text} />}
      </article>
    </div>
  )
})

/** The note that is being written: a new one or one of the board, also where another device deletes it, or it leaves the view. */
export function EditedNote({ session }: { session: BoardSession }) {
  const edited = useSelect(session.items.edited, (item) => item)
  if (edited?.kind === 'new-note')
    return (
      <NoteField
        session={session}
        place={edited.place}
        text=""
        store={(text) => addNote(session, edited.place, text)}
      />
    )
  return edited?.kind === 'note' ? <KnownNote key={edited.noteId} session={session} id={edited.noteId} /> : null
}

/** The field of a note that was on the board when it was opened. */
function KnownNote({ session, id }: { session: BoardSession; id: string }) {
  const onBoard = useSelect(session.board.items, ({ notes }) => notes.get(id))
  const [opened] = useState(onBoard)
  const note = onBoard ?? opened
  if (!note) return null
  return <NoteField session={session} place={note} text={note.text} store={(text) => writeNote(session, note, text)} />
}

const stop = (event: PointerEvent) => event.stopPropagation()

type NoteFieldProps = { session: BoardSession; place: Point; text: string; store(text: string): void }

/** Where the words of a note are 14 pixels high, so that they can be written. */
const writingZoom = 0.7
/** Screen pixels kept free beside a note in a narrow window. */
const margin = 24

/** The view in which a note is written: as it is, if all of the note is in it, and can be read. */
function writingView(place: Point, camera: Camera, viewport: ViewportSize): Camera {
  const rect = noteRect(place)
  const whole = (viewport.width - 2 * margin) / rect.width
  const zoom = Math.min(Math.max(camera.zoom, writingZoom), whole)
  const free = freeBoard(camera, viewport, [])
  const seen = visibleBoard(camera, viewport)
  const isInView =
    rect.x >= seen.x &&
    rect.x + rect.width <= seen.x + seen.width &&
    rect.y >= free.y &&
    rect.y + rect.height <= free.y + free.height
  return zoom === camera.zoom && isInView ? camera : centreOn(rect, viewport, zoom)
}

/** Edits Markdown as it is written. Leaving the field stores it, also by Escape. */
function NoteField({ session, place, text, store }: NoteFieldProps) {
  const { controller } = session
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed, save } = useItemText(session, text, store)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the writing begins
  useEffect(() => {
    const camera = controller.get()
    const view = writingView(place, camera, controller.viewport())
    if (view !== camera) controller.glideTo(view, glideMs)
  }, [])

  useEffect(() => {
    const { current } = field
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    event.stopPropagation()
    save()
  }
  return (
    <div className="item-place">
      <article className="note" data-drag="touch" data-selected style={placedAt(place)}>
        <textarea
          dir="auto"
          ref={field}
          defaultValue={text}
          maxLength={maxNoteLength}
          aria-label={frameTexts.noteField}
          placeholder={frameTexts.notePlaceholder}
          onInput={({ currentTarget }) => {
            typed.current = currentTarget.value
          }}
          onKeyDown={press}
          onBlur={save}
          onPointerDown={stop}
        />
      </article>
    </div>
  )
}
