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

type SlotProps = { session: BoardSession }

/** The areas of the frames, below the cards. */
export function FrameGround({ session }: SlotProps): ReactNode {
  return useHasItems(session) && <LazySlot part={ground} props={{ session }} />
}

/** The titles of the frames and the notes, above the cards. */
export function FrameFront({ session }: SlotProps): ReactNode {
  return useHasItems(session) && <LazySlot part={front} props={{ session }} />
}

/** The list of frames and notes for screen readers, and what takes the pointer while one is being drawn or placed. */
export function FrameOverlays({ session }: SlotProps): ReactNode {
  const hasItems = useHasItems(session)
  const tool = useSelect(session.items.tool, (chosen) => chosen)
  return (
    <>
      {hasItems && <LazySlot part={list} props={{ session }} />}
      {(tool === 'note' || tool === 'frame') && <LazySlot part={surface} props={{ session, tool }} />}
    </>
  )
}
