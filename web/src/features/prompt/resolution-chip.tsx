import { Scan } from 'lucide-react'
import { type AspectRatio, pixelSize, type Resolution } from '#domain/models/aspect-ratio.ts'
import { nextAllowedResolution } from '#domain/models/settings-for-model.ts'
import { promptTexts } from './texts.ts'

type ResolutionChipProps = {
  resolution: Resolution
  ratio: AspectRatio
  allowed: readonly Resolution[]
  modelName: string
  disabled: boolean
  onChoose(resolution: Resolution): void
}

/** Shows the resolution that will be sent; a press goes on to the next one that the model can do. */
export function ResolutionChip({ resolution, ratio, allowed, modelName, disabled, onChoose }: ResolutionChipProps) {
  const reason = allowed.length < 2 ? promptTexts.resolutionFixed(modelName, resolution) : null
  const { width, height } = pixelSize(ratio, resolution)
  return (
    <button
      type="button"
      className="chip tabular-nums"
      aria-label={promptTexts.resolution(resolution)}
      aria-disabled={reason ? true : undefined}
      aria-description={reason ?? undefined}
      disabled={disabled}
      data-tooltip={reason ?? promptTexts.pixels(width, height)}
      onClick={() => !reason && onChoose(nextAllowedResolution(resolution, allowed))}
    >
      <Scan aria-hidden="true" />
      {resolution}
    </button>
  )
}
