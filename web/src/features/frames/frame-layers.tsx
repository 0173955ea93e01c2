import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Frame, maxFrameTitleLength, shortestFrameSide } from '#domain/board/board-item.ts'
import { movedCorner } from '#domain/board/moved-corner.ts'
import { soleSelected } from '#domain/board/selection.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { arrowStep, canvasSteps } from '#web/canvas/input/arrow-steps.ts'
import { followBoardPress } from '#web/canvas/input/follow-board-press.ts'
import { type BoardSession, useOverlay, useSelect } from '#web/features/board/board-session.ts'
import { keepInWindow } from '#web/features/board/keep-in-window.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { bindKeys, type pressesControl } from '#web/ui/keyboard.ts'
import { createMountedItems, type MountedItems } from '#web/viewing/frames/mounted-items.ts'
import { placedAt, useIsLong } from '#web/viewing/frames/shown-frames.tsx'
import { BoardNote, EditedNote } from './board-note.tsx'
import { growFrames, resizeFrame, selectedItems, titleFrame } from './edit-items.ts'
import { type FrameSum, frameSum, watchFrame } from './frame-sum.ts'
import { ItemActions, pressItem } from './item-actions.tsx'
import { frameTexts } from './texts.ts'
import { useItemText } from './use-item-text.ts'
import '#web/viewing/frames/frames.css'

const mountedOf = new WeakMap<BoardSession, ReturnType<typeof createMountedItems>>()

/** Those in and around the view; both layers show the same. */
function useMountedItems(session: BoardSession): MountedItems {
  const known = mountedOf.get(session)
  const mounted = known ?? createMountedItems(session.controller, session.board.items, session.engine.hidesItems)
  if (!known) mountedOf.set(session, mounted)
  return useSyncExternalStore(mounted.subscribe, mounted.get)
}

type LayerProps = { session: BoardSession }

/** The replay of a project shows its cards alone. */
const useIsHidden = (session: BoardSession) => useOverlay(session, 'timeline') !== null

/** The areas of the frames, below the cards. */
export function FrameAreas({ session }: LayerProps) {
  const { frames } = useMountedItems(session)
  if (useIsHidden(session)) return null
  return frames.map((frame) => <FrameArea key={frame.id} session={session} frame={frame} />)
}

/** The titles of the frames, and the notes, above the cards. */
export function ItemsInFront({ session }: LayerProps) {
  const { frames, notes, blank } = useMountedItems(session)
  useEffect(() => mountedOf.get(session)?.start(), [session])
  useEffect(() => startFollowingDrag(session), [session])
  useEffect(() => bindKeys({ layer: 'page', press: (event) => pressResize(session, event) }), [session])
  const tool = useSelect(session.items.tool, (chosen) => chosen)
  if (useIsHidden(session)) return null
  return (
    <div className={tool === 'select' ? undefined : 'pointer-events-none'}>
      {frames.map((frame) => (
        <FrameHead key={frame.id} session={session} frame={frame} />
      ))}
      <div className="notes">
        {notes.map((note) => (
          <BoardNote key={note.id} session={session} note={note} isBlank={blank.has(note.id)} />
        ))}
        <EditedNote session={session} />
      </div>
    </div>
  )
}

/**
 * Moves the elements of dragged frames and notes, and no others, without rendering anything. Returns the stop.
 */
function startFollowingDrag({ dragged }: BoardSession): () => void {
  let ids: ReadonlySet<string> | null = null
  let elements: HTMLElement[] = []
  const follow = () => {
    const moved = dragged.get()
    if (moved?.items !== ids) {
      for (const { style, dataset } of elements) {
        style.translate = ''
        delete dataset.dragging
      }
      ids = moved?.items ?? null
      const all = ids && ids.size > 0 ? document.querySelectorAll<HTMLElement>('.canvas [data-item]') : []
      elements = [...all].filter(({ dataset }) => ids?.has(dataset.item ?? ''))
      for (const { dataset } of elements) dataset.dragging = ''
    }
    if (moved) for (const { style } of elements) style.translate = `${moved.offset.x}px ${moved.offset.y}px`
  }
  return dragged.subscribe(follow)
}

/** Alt and an arrow move the lower right corner of the selected frames. */
function pressResize(session: BoardSession, event: Parameters<typeof pressesControl>[0]): boolean {
  const by = arrowStep(event, canvasSteps)
  if (!by || !event.altKey || event.ctrlKey || event.metaKey) return false
  if (selectedItems(session).frames.length === 0) return false
  growFrames(session, by)
  return true
}

type BoardFrameProps = { session: BoardSession; frame: Frame }

/** The place of a frame, also while it is being resized. */
function useShownRect({ items }: BoardSession, frame: Frame): Rect {
  return useSelect(items.resized, (resized) => (resized?.id === frame.id ? resized.rect : frame))
}

/** The area of a frame, below the cards. It takes no pointer. */
const FrameArea = memo(function FrameArea({ session, frame }: BoardFrameProps) {
  const rect = useShownRect(session, frame)
  const isSelected = useSelect(session.selection, ({ items }) => items.has(frame.id))
  const { width, height } = rect
  return (
    <div className="item-place">
      <div
        className="frame-box"
        data-item={frame.id}
        data-selected={isSelected || undefined}
        style={{ ...placedAt(rect), width, height }}
      />
    </div>
  )
})

/** The title of a frame, its sum, and its corners while it is selected. */
const FrameHead = memo(function FrameHead({ session, frame }: BoardFrameProps) {
  const { id, title } = frame
  const { items, selection } = session
  const rect = useShownRect(session, frame)
  const isSelected = useSelect(selection, (now) => now.items.has(id))
  const isAlone = useSelect(selection, (now) => soleSelected(now, 'items') === id)
  const isEdited = useSelect(items.edited, (edited) => edited?.kind === 'title' && edited.frameId === id)
  const isLong = useIsLong(session.controller, title, rect)
  const edit = () => items.edited.set({ kind: 'title', frameId: id })
  const sum = useFrameSum(session, frame)
  const sumLine = frameTexts.sum(sum.pictures, sum.cost)
  const hasRoom = !useIsLong(session.controller, `${title} ${sumLine}`, rect)
  return (
    <div className="item-place">
      <div
        className="frame-head"
        data-item={id}
        data-alone={isAlone || undefined}
        style={{ ...placedAt(rect), width: rect.width }}
      >
        {isEdited ? (
          <TitleField session={session} frame={frame} />
        ) : (
          <button
            type="button"
            className="frame-title"
            dir="auto"
            data-long={isLong || undefined}
            data-drag={isSelected ? 'touch' : ''}
            aria-label={frameTexts.frameLabel(title, sum.pictures)}
            aria-pressed={isSelected}
            onPointerDown={(event) => pressItem(session, id, event)}
            // By key: a pointer is handled by its press.
            onClick={(event) => event.detail === 0 && (isAlone ? edit() : selectOnly(session, id, 'items'))}
            onDoubleClick={edit}
          >
            {title}
          </button>
        )}
        {hasRoom && <span className="frame-sum">{sumLine}</span>}
        {isAlone && !isEdited && (
          <>
            <ItemActions session={session} kind="frame" />
            <Corners session={session} frame={frame} rect={rect} />
          </>
        )}
      </div>
    </div>
  )
})

/** The pictures in a frame and what they have cost, a moment after its content has changed. */
function useFrameSum(session: BoardSession, frame: Frame): FrameSum {
  const read = useCallback(() => frameSum(session.board, frame), [session, frame])
  const [sum, setSum] = useState(read)
  useEffect(() => {
    const update = () => {
      const next = read()
      setSum((before) => (before.pictures === next.pictures && before.cost === next.cost ? before : next))
    }
    update()
    return watchFrame(session.board, update)
  }, [session, read])
  return sum
}

function TitleField({ session, frame }: BoardFrameProps) {
  const field = useRef<HTMLInputElement>(null)
  const { first, typed, save } = useItemText(session, frame.title, (title) => titleFrame(session, frame, title))
  const { controller } = session
  useLayoutEffect(() => {
    if (field.current) keepInWindow(field.current, controller)
  }, [controller])
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') typed.current = first
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    save()
  }
  return (
    <input
      dir="auto"
      ref={field}
      className="frame-title"
      defaultValue={frame.title}
      maxLength={maxFrameTitleLength}
      aria-label={frameTexts.titleField}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value
      }}
      onKeyDown={press}
      onBlur={save}
    />
  )
}

const corners = [
  { name: 'top left', x: 0, y: 0, cursor: 'nwse-resize' },
  { name: 'top right', x: 1, y: 0, cursor: 'nesw-resize' },
  { name: 'bottom left', x: 0, y: 1, cursor: 'nesw-resize' },
  { name: 'bottom right', x: 1, y: 1, cursor: 'nwse-resize' },
] as const

/** The corners of a selected frame. By keyboard, Alt and the arrows do the same. */
function Corners({ session, frame, rect }: BoardFrameProps & { rect: Rect }) {
  const { resized } = session.items
  const start = (event: React.PointerEvent<HTMLElement>, corner: (typeof corners)[number]) => {
    if (event.button !== 0) return
    const rectAt = (by: { x: number; y: number }) =>
      movedCorner(frame, corner, { by, smallest: { width: shortestFrameSide, height: shortestFrameSide } })
    followBoardPress(event.nativeEvent, event.currentTarget, session.controller, {
      onMove: (offset) => resized.set({ id: frame.id, rect: rectAt(offset) }),
      onEnd(offset) {
        resizeFrame(session, frame.id, rectAt(offset), frameTexts.changed.size)
        resized.set(null)
      },
      onCancel: () => resized.set(null),
    })
  }
  return corners.map((corner) => (
    <span
      key={corner.name}
      className="canvas-corner"
      data-drag="touch"
      aria-hidden="true"
      style={{ left: corner.x * rect.width, top: corner.y * rect.height, bottom: 'auto', cursor: corner.cursor }}
      onPointerDown={(event) => start(event, corner)}
    />
  ))
}
