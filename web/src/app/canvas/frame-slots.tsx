import { type ReactNode, useSyncExternalStore } from 'react'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'

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
const rings = offlinePart(async () => (await purses()).PurseRings)
const labels = offlinePart(async () => (await purses()).PurseLabels)

type SlotProps = { session: BoardSession }

const useHasPurses = ({ board }: BoardSession) => useSelect(board.purses, (all) => all.length > 0)

/** The areas of the frames and the rings of purses, below the cards. */
export function FrameGround({ session }: SlotProps): ReactNode {
  const hasPurses = useHasPurses(session)
  return (
    <>
      {useHasItems(session) && <LazySlot part={ground} props={{ session }} />}
      {hasPurses && <LazySlot part={rings} props={{ session }} />}
    </>
  )
}

/** The titles of the frames, the notes, and the labels of purses, above the cards. */
export function FrameFront({ session }: SlotProps): ReactNode {
  const hasPurses = useHasPurses(session)
  return (
    <>
      {useHasItems(session) && <LazySlot part={front} props={{ session }} />}
      {hasPurses && <LazySlot part={labels} props={{ session }} />}
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
        <LazySlot part={surface} props={{ session, tool }} />
      )}
    </>
  )
}
