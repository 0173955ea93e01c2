import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { centreOn } from '#domain/geometry/camera.ts'
import { overlaps, type Rect } from '#domain/geometry/rect.ts'
import { inReadingOrder, noteRect } from '#domain/layout/frame-content.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { frameSum } from './frame-sum.ts'
import { frameTexts } from './texts.ts'

type ListedItem = Rect & { readonly id: string; readonly label: () => string }

const glideMs = 200

/**
 * All frames and notes of the board for screen readers, in reading order: the arrows step through them, and the canvas
 * follows. Only the current one is rendered.
 */
export function ItemList({ session }: { session: BoardSession }) {
  const { board, controller, selection } = session
  const shown = useStore(board.items)
  const listed = useMemo(
    (): ListedItem[] =>
      inReadingOrder([
        ...Array.from(shown.frames.values(), (frame) => ({
          ...frame,
          label: () => frameTexts.frameLabel(frame.title, frameSum(board, frame).pictures),
        })),
        ...Array.from(shown.notes.values(), (note) => ({
          id: note.id,
          ...noteRect(note),
          label: () => frameTexts.noteLabel(note.text),
        })),
      ]),
    [board, shown],
  )
  const [wanted, setWanted] = useState<string | null>(null)
  const option = useRef<HTMLDivElement>(null)
  const found = listed.findIndex(({ id }) => id === wanted)
  const place = Math.max(0, found)
  const current = listed[place]
  if (!current) return null

  const show = (item: ListedItem) => {
    setWanted(item.id)
    if (!selection.get().items.has(item.id)) selectOnly(session, item.id, 'items')
    if (!overlaps(item, controller.visible()))
      controller.glideTo(centreOn(item, controller.viewport(), controller.get().zoom), glideMs)
  }
  const press = (event: KeyboardEvent) => {
    const last = listed.length - 1
    const steps: Readonly<Record<string, number>> = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: last }
    const next = listed[Math.min(last, Math.max(0, steps[event.key] ?? -1))]
    if (steps[event.key] === undefined || !next) return
    event.preventDefault()
    show(next)
  }
  return (
    <div role="listbox" aria-label={frameTexts.list} className="sr-only" onKeyDown={press}>
      <div
        ref={option}
        role="option"
        tabIndex={0}
        aria-selected
        aria-posinset={place + 1}
        aria-setsize={listed.length}
        onFocus={() => show(current)}
      >
        {current.label()}
      </div>
    </div>
  )
}
