import { X } from 'lucide-react'
import { imageAddress } from '#web/data/image-address.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import type { BoardView } from '../../board-view.ts'
import { compareTexts } from './compare-texts.ts'
import { openComparison, toggleGathered } from './gather-images.ts'

/** The images that were gathered for a comparison; nothing while there are none. */
export function GatheredTray({ view }: { view: BoardView }) {
  const { gathered, part } = view.lineage
  const images = useStore(gathered)
  const isOpen = useStore(part) !== null
  if (images.length === 0 || isOpen) return null
  return (
    <section aria-label={compareTexts.gathered} className="gathered-tray island">
      <ul>
        {images.map((id, place) => (
          <li key={id}>
            <button
              type="button"
              aria-label={compareTexts.takeOut(place + 1)}
              data-tooltip={compareTexts.takeOut(place + 1)}
              onClick={() => toggleGathered(view, id)}
            >
              <img src={imageAddress(id, 64)} alt="" draggable={false} />
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="small" onClick={() => gathered.set([])}>
        {compareTexts.clear}
      </Button>
      <Button kind="solid" size="small" disabled={images.length < 2} onClick={() => openComparison(view)}>
        {compareTexts.open(images.length)}
      </Button>
    </section>
  )
}
