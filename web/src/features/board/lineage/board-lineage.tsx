import { useStore } from '#web/data/store.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import type { BoardView } from '../board-view.ts'
import { useInspecting } from './difference/use-inspecting.ts'

/** Everything of it works without a connection. */
const layer = offlinePart(async () => (await import('./lineage-layer.tsx')).LineageLayer)

/** Whatever of the lineage is open: differences, paths, comparisons, costs. */
export function BoardLineage({ view }: { view: BoardView }) {
  const { inspected, part, gathered } = view.lineage
  useInspecting(view)
  const isShown = useStore(inspected)
  const isOpen = useStore(part)
  const isGathering = useStore(gathered).length > 0
  const isWanted = isShown !== null || isOpen !== null || isGathering
  const close = () => {
    inspected.set(null)
    part.set(null)
    gathered.set([])
  }
  return isWanted ? <LazySlot part={layer} props={{ view }} onClose={close} /> : null
}
