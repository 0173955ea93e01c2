import { useStore } from '#web/data/store.ts'
import type { BoardView } from '../board-view.ts'
import { RerunPanel } from '../series/rerun-panel.tsx'
import { TimeLayer } from '../time/time-layer.tsx'
import { ApplyPanel } from './apply/apply-panel.tsx'
import { BoardComparison } from './compare/board-comparison.tsx'
import { BoardTray } from './compare/board-tray.tsx'
import { CostPanel } from './cost/cost-panel.tsx'
import { CullScreen } from './cull/cull-screen.tsx'
import { DifferencePopover } from './difference/difference-popover.tsx'
import { PathStrip } from './path/path-strip.tsx'
import './cost/cost.css'
import './cull/cull.css'
import './lineage.css'
import './path/path.css'

/** What of the lineage is open over the canvas. */
export function LineageLayer({ view }: { view: BoardView }) {
  const part = useStore(view.lineage.part)
  return (
    <>
      <DifferencePopover view={view} />
      <BoardTray view={view} />
      {part?.kind === 'compare' && <BoardComparison view={view} comparing={part} />}
      {part?.kind === 'cost' && <CostPanel key={part.cardId} view={view} cardId={part.cardId} />}
      {part?.kind === 'cull' && <CullScreen view={view} culling={part} />}
      {part?.kind === 'path' && <PathStrip key={part.imageId} view={view} path={part} />}
      {part?.kind === 'rerun' && <RerunPanel key={part.cardId} view={view} cardId={part.cardId} />}
      {part?.kind === 'time' && <TimeLayer view={view} />}
      {part?.kind === 'apply' && <ApplyPanel key={part.childId} view={view} applying={part} />}
    </>
  )
}
