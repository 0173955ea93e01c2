import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { compareTexts } from './texts.ts'
import '#web/viewing/viewing.css'

type GatheredTrayProps = {
  pictures: readonly { readonly id: string; readonly address: string }[]
  onTakeOut(id: string): void
  onClear(): void
  onCompare(): void
}

/** The pictures that are collected for a comparison. */
export function GatheredTray({ pictures, onTakeOut, onClear, onCompare }: GatheredTrayProps) {
  return (
    <section
      aria-label={compareTexts.gathered}
      className="gathered-tray island absolute bottom-[76px] left-1/2 z-bar flex -translate-x-1/2 items-center gap-1 p-1.5"
    >
      <ul>
        {pictures.map(({ id, address }, place) => (
          <li key={id}>
            <button
              type="button"
              aria-label={compareTexts.takeOut(place + 1)}
              data-tooltip={compareTexts.takeOut(place + 1)}
              onClick={() => onTakeOut(id)}
            >
              <img src={address} alt="" draggable={false} />
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="small" onClick={onClear}>
        {compareTexts.clear}
      </Button>
      <Button kind="solid" size="small" disabled={pictures.length < 2} onClick={onCompare}>
        {compareTexts.open(pictures.length)}
      </Button>
    </section>
  )
}
