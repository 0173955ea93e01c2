import { useStore } from '#web/data/use-store.ts'
import type { BoardView } from '../board-view.ts'
import { ApplyPanel } from './apply/apply-panel.tsx'
import { DifferencePopover } from './difference/difference-popover.tsx'
import { PathStrip } from './path/path-strip.tsx'
import './lineage.css'
import './path/path.css'

/** What of the lineage is open over the canvas. */
export function LineageLayer({ view }: { view: BoardView }) {
  const part = useStore(view.lineage.part)
  return (
    <>
      <DifferencePopover view={view} />
      {part?.kind === 'path' && <PathStrip key={part.imageId} view={view} path={part} />}
      {part?.kind === 'apply' && <ApplyPanel key={part.childId} view={view} applying={part} />}
    </>
  )
}
