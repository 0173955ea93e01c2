import type { Remark } from './remark.ts'
import { remarkTexts } from './remark-texts.ts'
import './pins.css'

type PinsProps = {
  remarks: readonly Remark[]
  /** A pin was pressed. */
  onPress(id: string): void
}

/** A numbered pin for each remark, over the picture that they are laid on. */
export const Pins = ({ remarks, onPress }: PinsProps) =>
  remarks.map(({ id, x, y, text, author, isResolved }, place) => (
    <button
      key={id}
      type="button"
      className="pin"
      data-resolved={isResolved || undefined}
      aria-label={remarkTexts.pin(place + 1, author, text)}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      onClick={(event) => {
        event.stopPropagation()
        onPress(id)
      }}
    >
      {place + 1}
    </button>
  ))
