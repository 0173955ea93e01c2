import { Aperture, Scan } from 'lucide-react'
import { plans } from '#domain/credits/plan.ts'
import { sizeBeyondPlan } from '#domain/credits/plan-limit.ts'
import {
  type AspectRatio,
  nextResolution,
  pixelSize,
  type Resolution,
  resolutions,
} from '#domain/models/aspect-ratio.ts'
import { nextAllowedResolution, settingsForModel } from '#domain/models/settings-for-model.ts'
import { useCredits } from '#web/data/credits.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { ModelRatioChip, type SettingsChipsProps } from './ratio-chip.tsx'
import { promptTexts } from './texts.ts'

/**
 * The chips for ratio, resolution and raw mode. They show what will be sent: the chosen settings as far as the model
 * supports them.
 */
export function SettingsChips({ settings: wanted, model, disabled, onChange }: SettingsChipsProps) {
  const { aspectRatio, resolution, rawMode } = settingsForModel(wanted, model)
  return (
    <>
      <ModelRatioChip settings={wanted} model={model} disabled={disabled} onChange={onChange} />
      <ResolutionChip
        modelName={model?.name ?? ''}
        disabled={disabled}
        resolution={resolution}
        ratio={aspectRatio}
        allowed={model?.resolutions ?? resolutions}
        onChoose={(chosen) => onChange({ resolution: chosen })}
      />
      <RawChip
        rawMode={rawMode}
        reason={whyNotRaw(model)}
        disabled={disabled}
        onChoose={(chosen) => onChange({ rawMode: chosen })}
      />
    </>
  )
}

/** Why the raw mode can't be switched on; null where it can. */
export function whyNotRaw(model: AskedModel | null): string | null {
  if (!model) return promptTexts.loadingModels
  return model.capabilities.supportsRaw ? null : promptTexts.rawMissing(model.name)
}

type ResolutionChipProps = {
  resolution: Resolution
  ratio: AspectRatio
  allowed: readonly Resolution[]
  modelName: string
  disabled: boolean
  onChoose(resolution: Resolution): void
}

/** Shows the resolution that will be sent; a press chooses the next one that model and plan allow. */
function ResolutionChip({ resolution, ratio, allowed, modelName, disabled, onChoose }: ResolutionChipProps) {
  const plan = useCredits()?.plan
  const isBeyondPlan = plan && sizeBeyondPlan(plan, pixelSize(ratio, nextResolution(resolution))) !== null
  const onlyReason = isBeyondPlan
    ? promptTexts.resolutionOfPlan(plans[plan].label)
    : promptTexts.resolutionFixed(modelName, resolution)
  const reason = allowed.length < 2 ? onlyReason : null
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

type RawChipProps = {
  rawMode: boolean
  /** Why it cannot be switched on; null where it can. */
  reason: string | null
  disabled: boolean
  onChoose(rawMode: boolean): void
}

/** Toggles the raw mode; where the model has none, it stays visible with the reason. */
function RawChip({ rawMode, reason, disabled, onChoose }: RawChipProps) {
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
