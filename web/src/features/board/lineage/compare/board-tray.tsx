import { imageAddress } from '#web/data/image-address.ts'
import { useStore } from '#web/data/store.ts'
import { toggleGathered } from '#web/viewing/compare/gathered.ts'
import { GatheredTray } from '#web/viewing/compare/gathered-tray.tsx'
import type { BoardView } from '../../board-view.ts'
import { openComparison } from './gather-images.ts'

/** The images of the canvas that were gathered for a comparison; nothing while there are none, or something is open. */
export function BoardTray({ view }: { view: BoardView }) {
  const { gathered, part } = view.lineage
  const ids = useStore(gathered)
  const isOpen = useStore(part) !== null
  if (ids.length === 0 || isOpen) return null
  return (
    <GatheredTray
      pictures={ids.map((id) => ({ id, address: imageAddress(id, 64) }))}
      onTakeOut={(id) => toggleGathered(gathered, id)}
      onClear={() => gathered.set([])}
      onCompare={() => openComparison(view)}
    />
  )
}
