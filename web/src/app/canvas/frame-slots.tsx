import { type PointerEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import type { Point } from '#domain/geometry/rect.ts'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import type { HeldPress, ToolSurfaceProps } from '#web/features/frames/tool-surface.tsx'
import { type LazyPart, LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'

const parts = () => import('#web/features/frames/frame-layers.tsx')
const ground = offlinePart(async () => (await parts()).FrameAreas)
const front = offlinePart(async () => (await parts()).ItemsInFront)
const list = offlinePart(async () => (await import('#web/features/frames/item-list.tsx')).ItemList)
const surface = offlinePart(async () => (await import('#web/features/frames/tool-surface.tsx')).ToolSurface)

/** Whether the board has frames or notes, or one is being made: their code is fetched only then. */
function useHasItems({ board, items }: BoardSession): boolean {
  const isMade = useSelect(items.edited, (edited) => edited !== null)
  const hasItems = useSyncExternalStore(board.items.subscribe, () => {
    const { frames, notes } = board.items.get()
    return frames.size + notes.size > 0
  })
  return isMade || hasItems
}

const purses = () => import('#web/features/purses/purse-layers.tsx')
const grips = offlinePart(async () => (await purses()).PurseGrips)
const rings = offlinePart(async () => (await purses()).PurseRings)

type SlotProps = { session: BoardSession }

const useHasPurses = ({ board }: BoardSession) => useSelect(board.purses, (all) => all.length > 0)

/** The areas of the frames and the grips of rings, below the cards. */
export function FrameGround({ session }: SlotProps): ReactNode {
  const hasPurses = useHasPurses(session)
  return (
    <>
      {useHasItems(session) && <LazySlot part={ground} props={{ session }} />}
      {hasPurses && <LazySlot part={grips} props={{ session }} />}
    </>
  )
}

/** The titles of the frames, the notes, and the rings of purses with their labels, above the cards. */
export function FrameFront({ session }: SlotProps): ReactNode {
  const hasPurses = useHasPurses(session)
  return (
    <>
      {useHasItems(session) && <LazySlot part={front} props={{ session }} />}
      {hasPurses && <LazySlot part={rings} props={{ session }} />}
    </>
  )
}

/** The list of frames and notes for screen readers, and what takes the pointer while one is being drawn or placed. */
export function FrameOverlays({ session }: SlotProps): ReactNode {
  const hasItems = useHasItems(session)
  const tool = useSelect(session.items.tool, (chosen) => chosen)
  return (
    <>
      {hasItems && <LazySlot part={list} props={{ session }} />}
      {(tool === 'note' || tool === 'frame' || tool === 'purse') && (
        <ToolSlot part={surface} session={session} tool={tool} />
      )}
    </>
  )
}

type ToolSlotProps = SlotProps & { part: LazyPart<ToolSurfaceProps>; tool: ToolSurfaceProps['tool'] }

/** The layer that takes the pointer while something is drawn or placed. A press that comes before its code is kept, and goes on with it. */
export function ToolSlot({ part, session, tool }: ToolSlotProps): ReactNode {
  const held = useRef<HeldPress | null>(null)
  return <LazySlot part={part} props={{ session, tool, held }} fallback={<PressKeeper held={held} />} />
}

function PressKeeper({ held }: { held: { current: HeldPress | null } }) {
  const pointOf = (event: PointerEvent<HTMLElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const follow = (event: PointerEvent<HTMLElement>, isOver: boolean) => {
    if (held.current?.press.pointerId === event.pointerId && !held.current.isOver)
      held.current = { ...held.current, to: pointOf(event), isOver }
  }
  return (
    <div
      data-drag="touch"
      className="absolute inset-0 z-surface cursor-crosshair touch-none"
      onPointerDown={(event) => {
        if (event.button !== 0 || held.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { press: event.nativeEvent, to: pointOf(event), isOver: false }
      }}
      onPointerMove={(event) => follow(event, false)}
      onPointerUp={(event) => follow(event, true)}
      onPointerCancel={() => {
        held.current = null
      }}
    />
  )
}
