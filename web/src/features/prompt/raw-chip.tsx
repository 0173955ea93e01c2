import { Aperture } from 'lucide-react'
import { promptTexts } from './texts.ts'

type RawChipProps = {
  rawMode: boolean
  /** Why it can't be turned on; null where it can. */
  reason: string | null
  disabled: boolean
  onChoose(rawMode: boolean): void
}

/** Turns the raw mode on and off; where the model has none, it stays visible and says so. */
export function RawChip({ rawMode, reason, disabled, onChoose }: RawChipProps) {
  return (
    <button
      type="button"
      className="chip"
      data-unset={!rawMode || undefined}
      aria-pressed={rawMode}
      aria-disabled={reason ? true : undefined}
      aria-description={reason ?? undefined}
      disabled={disabled}
      data-tooltip={reason ?? promptTexts.rawUse}
      onClick={() => !reason && onChoose(!rawMode)}
    >
      <Aperture aria-hidden="true" />
      {promptTexts.raw}
    </button>
  )
}
