import { useEffect, useSyncExternalStore } from 'react'
import { type BoardSession, useOverlay, useSelect } from '#web/features/board/board-session.ts'
import { bindKeys, type pressesControl } from '#web/ui/keyboard.ts'
import { createMountedItems, type MountedItems } from '#web/viewing/frames/mounted-items.ts'
import { FrameArea, FrameHead } from './board-frame.tsx'
import { BoardNote, NewNote } from './board-note.tsx'
import { growFrames, selectedItems } from './edit-items.ts'
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
        <NewNote session={session} />
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

/** Canvas pixels. */
const step = 10
const largeStep = 100
const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Alt and an arrow move the lower right corner of the selected frames. */
function pressResize(session: BoardSession, event: Parameters<typeof pressesControl>[0]): boolean {
  const direction = arrows[event.key]
  if (!direction || !event.altKey || event.ctrlKey || event.metaKey) return false
  if (selectedItems(session).frames.length === 0) return false
  const by = event.shiftKey ? largeStep : step
  growFrames(session, { x: direction.x * by, y: direction.y * by })
  return true
}
