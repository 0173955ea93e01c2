import { Aperture, Scan } from 'lucide-react'
import { plans } from '#domain/credits/plan.ts'
import { sizeBeyondPlan } from '#domain/credits/plan-limit.ts'
import {
  type AspectRatio,
  aspectRatios,
  nextResolution,
  pixelSize,
  type Resolution,
  resolutions,
} from '#domain/models/aspect-ratio.ts'
import { nextAllowedResolution, type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import { useCredits } from '#web/data/credits.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { useFirstInput } from '#web/ui/focus.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { promptTexts, ratioTexts } from './texts.ts'

type SettingsChipsProps = {
  settings: PictureSettings
  /** Null while the models are loading. */
  model: AskedModel | null
  disabled: boolean
  onChange(change: Partial<PictureSettings>): void
}

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

/** The chip for the ratio: of those that the model makes. */
export function ModelRatioChip({ settings, model, disabled, onChange }: SettingsChipsProps) {
  const { aspectRatio, resolution } = settingsForModel(settings, model)
  return (
    <RatioChip
      modelName={model?.name ?? ''}
      disabled={disabled}
      ratio={aspectRatio}
      resolution={resolution}
      allowed={model?.aspectRatios ?? aspectRatios}
      onChoose={(chosen) => onChange({ aspectRatio: chosen })}
    />
  )
}

/** Why the raw mode can't be switched on; null where it can. */
export function whyNotRaw(model: AskedModel | null): string | null {
  if (!model) return promptTexts.loadingModels
  return model.capabilities.supportsRaw ? null : promptTexts.rawMissing(model.name)
}

const ratioDialog = lazyPart(async () => (await import('./ratio-dialog.tsx')).RatioDialog)

type RatioChipProps = {
  ratio: AspectRatio
  resolution: Resolution
  allowed: readonly AspectRatio[]
  modelName: string
  disabled: boolean
  onChoose(ratio: AspectRatio): void
}

/** Shows the ratio that will be sent; a press opens all eight. */
function RatioChip({ disabled, ...choice }: RatioChipProps) {
  const { Part, open, close } = useLazyPart(ratioDialog)
  useFirstInput(ratioDialog.warm)
  const { ratio, allowed, modelName } = choice
  const reason = allowed.length < 2 ? ratioTexts.fixed(modelName) : null
  return (
    <>
      <button
        type="button"
        className="chip ratio-chip tabular-nums"
        aria-label={ratioTexts.chip(ratio)}
        aria-haspopup="dialog"
        aria-disabled={reason ? true : undefined}
        aria-description={reason ?? undefined}
        disabled={disabled}
        data-tooltip={reason ?? ratioTexts.chip(ratio)}
        onClick={() => !reason && open()}
      >
        <RatioGlyph ratio={ratio} size={14} />
        {ratio}
      </button>
      {Part && <Part {...choice} onClose={close} />}
    </>
  )
}

/** The ratio drawn in true proportion, its longer side as long as `size`. */
export function RatioGlyph({ ratio, size }: { ratio: AspectRatio; size: number }) {
  const { width, height } = pixelSize(ratio, '1K')
  const scale = size / Math.max(width, height)
  return (
    <span className="grid place-items-center" style={{ width: size, height: size }} aria-hidden="true">
      <span
        className="block rounded-[2px] border-[1.5px] border-current"
        style={{ width: Math.round(width * scale), height: Math.round(height * scale) }}
      />
    </span>
  )
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
