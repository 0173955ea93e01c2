import type { ModelShape } from '#contract/model.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import { RatioChip } from './ratio/ratio-chip.tsx'
import { RawChip } from './raw-chip.tsx'
import { ResolutionChip } from './resolution-chip.tsx'
import { promptTexts } from './texts.ts'

type SettingsChipsProps = {
  wish: PictureSettings
  /** Null while the models are loading. */
  model: ModelShape | null
  disabled: boolean
  onChange(change: Partial<PictureSettings>): void
}

/** The chips for ratio, resolution and raw mode. They show what will be sent, which is the wish as far as the model can. */
export function SettingsChips({ wish, model, disabled, onChange }: SettingsChipsProps) {
  const { aspectRatio, resolution, rawMode } = settingsForModel(wish, model)
  const shared = { modelName: model?.name ?? '', disabled }
  return (
    <>
      <RatioChip
        {...shared}
        ratio={aspectRatio}
        resolution={resolution}
        allowed={model?.aspectRatios ?? aspectRatios}
        onChoose={(chosen) => onChange({ aspectRatio: chosen })}
      />
      <ResolutionChip
        {...shared}
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

function whyNotRaw(model: ModelShape | null): string | null {
  if (!model) return promptTexts.loadingModels
  return model.capabilities.supportsRaw ? null : promptTexts.rawMissing(model.name)
}
