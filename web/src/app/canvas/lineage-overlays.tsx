import type { ReactNode } from 'react'
import { type BoardSession, useSelect } from '#web/features/board/board-session.ts'
import { ApplyPanel } from '#web/features/lineage/apply-panel.tsx'
import { BoardComparison, ComparisonTray } from '#web/features/lineage/comparison.tsx'
import { CostPanel } from '#web/features/lineage/cost-panel.tsx'
import { CullScreen } from '#web/features/lineage/cull-screen.tsx'
import { DifferencePopover } from '#web/features/lineage/difference-popover.tsx'
import { PathStrip } from '#web/features/lineage/path-strip.tsx'
import { RerunPanel } from '#web/features/series/rerun-panel.tsx'
import { TimelineLayer } from '#web/features/timeline/timeline-layer.tsx'
import '#web/features/lineage/lineage.css'

/** The open overlay of lineage, series or timeline. */
export function LineageOverlays({ session }: { session: BoardSession }) {
  return (
    <>
      <DifferencePopover session={session} />
      <ComparisonTray session={session} />
      <OpenOverlay session={session} />
    </>
  )
}

/** One at a time. */
function OpenOverlay({ session }: { session: BoardSession }): ReactNode {
  const open = useSelect(session.overlays, () => session.overlays.inSlot('lineage'))
  switch (open?.kind) {
    case 'compare':
      return <BoardComparison session={session} comparing={open} />
    case 'cost':
      return <CostPanel key={open.cardId} session={session} cardId={open.cardId} />
    case 'cull':
      return <CullScreen session={session} culling={open} />
    case 'path':
      return <PathStrip key={open.imageId} session={session} path={open} />
    case 'rerun':
      return <RerunPanel key={open.cardId} session={session} cardId={open.cardId} />
    case 'timeline':
      return <TimelineLayer session={session} />
    case 'apply':
      return <ApplyPanel key={open.childId} session={session} applying={open} />
    default:
      return null
  }
}
