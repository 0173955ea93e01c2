import { useEffect } from 'react'
import { useStore } from '#web/data/use-store.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.ts'
import type { BoardView } from '../board-view.ts'
import { useInspecting } from './difference/use-inspecting.ts'

/** Loaded with the first look at a lineage: most visits of a canvas need none of it. */
const layer = lazyPart(async () => (await import('./lineage-layer.tsx')).LineageLayer)

/** Whatever of the lineage is open: differences, paths, comparisons, costs. */
export function BoardLineage({ view }: { view: BoardView }) {
  const { inspected, part, gathered } = view.lineage
  useInspecting(view)
  const isShown = useStore(inspected)
  const isOpen = useStore(part)
  const isGathering = useStore(gathered).length > 0
  const { Part, open } = useLazyPart(layer)
  const isWanted = isShown !== null || isOpen !== null || isGathering
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once; `open` is new at every render
  useEffect(() => {
    if (isWanted) open()
  }, [isWanted])
  return Part && isWanted ? <Part view={view} /> : null
}
