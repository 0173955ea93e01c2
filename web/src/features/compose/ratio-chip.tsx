import { type AspectRatio, aspectRatios, pixelSize, type Resolution } from '#domain/models/aspect-ratio.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { useFirstInput } from '#web/ui/focus.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { ratioTexts } from './texts.ts'

export type SettingsChipsProps = {
  settings: PictureSettings
  /** Null while the models are loading. */
  model: AskedModel | null
  disabled: boolean
  onChange(change: Partial<PictureSettings>): void
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
