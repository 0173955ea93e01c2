import { Aperture } from 'lucide-react'
import { promptTexts } from './texts.ts'

type RawChipProps = {
  rawMode: boolean
  /** Whether the model has a raw mode. */
  isSupported: boolean
  modelName: string
  disabled: boolean
  onChoose(rawMode: boolean): void
}

/** Turns the raw mode on and off; where the model has none, it stays visible and says so. */
export function RawChip({ rawMode, isSupported, modelName, disabled, onChoose }: RawChipProps) {
  return (
    <button
      type="button"
      className="chip"
      data-unset={!rawMode || undefined}
      aria-pressed={rawMode}
      aria-disabled={!isSupported || undefined}
      aria-description={isSupported ? undefined : promptTexts.rawMissing(modelName)}
      disabled={disabled}
      data-tooltip={isSupported ? promptTexts.rawUse : promptTexts.rawMissing(modelName)}
      onClick={() => isSupported && onChoose(!rawMode)}
    >
      <Aperture aria-hidden="true" />
      {promptTexts.raw}
    </button>
  )
}
