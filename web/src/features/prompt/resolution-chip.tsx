import { Scan } from 'lucide-react'
import { sizeBeyondPlan } from '#domain/credits/plan-limit.ts'
import { type AspectRatio, nextResolution, pixelSize, type Resolution } from '#domain/models/aspect-ratio.ts'
import { nextAllowedResolution } from '#domain/models/settings-for-model.ts'
import { useCredits } from '#web/data/queries.ts'
import { promptTexts } from './texts.ts'

type ResolutionChipProps = {
  resolution: Resolution
  ratio: AspectRatio
  allowed: readonly Resolution[]
  modelName: string
  disabled: boolean
  onChoose(resolution: Resolution): void
}

/** Shows the resolution that will be sent; a press goes on to the next one that model and plan allow. */
export function ResolutionChip({ resolution, ratio, allowed, modelName, disabled, onChoose }: ResolutionChipProps) {
  const plan = useCredits()?.plan
  const beyondPlan = plan ? sizeBeyondPlan(plan, pixelSize(ratio, nextResolution(resolution))) : null
  const reason = allowed.length < 2 ? (beyondPlan ?? promptTexts.resolutionFixed(modelName, resolution)) : null
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
