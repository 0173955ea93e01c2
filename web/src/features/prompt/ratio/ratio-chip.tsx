import type { AspectRatio, Resolution } from '#domain/models/aspect-ratio.ts'
import { useFirstInput } from '#web/ui/focus.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { RatioGlyph } from './ratio-glyph.tsx'
import { ratioTexts } from './texts.ts'

const dialog = lazyPart(async () => (await import('./ratio-dialog.tsx')).RatioDialog)

type RatioChipProps = {
  ratio: AspectRatio
  resolution: Resolution
  allowed: readonly AspectRatio[]
  modelName: string
  disabled: boolean
  onChoose(ratio: AspectRatio): void
}

/** Shows the ratio that will be sent; a press opens all eight. */
export function RatioChip({ disabled, ...choice }: RatioChipProps) {
  const { Part, open, close } = useLazyPart(dialog)
  useFirstInput(dialog.warm)
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
