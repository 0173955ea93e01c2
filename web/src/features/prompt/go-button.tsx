import type { ModelShape } from '#contract/model.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import type { ModelsState } from '#web/data/models-state.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { keysText } from '#web/ui/keys.ts'
import { promptTexts } from './texts.ts'
import { whyNotGo } from './why-not-go.ts'
import './prompt.css'

/** '4 images · 4.04 credits'; without credits where the model is free. The price depends on the size that will be sent. */
function priceOf(wish: PictureSettings, model: ModelShape | null): string {
  const { resolution } = settingsForModel(wish, model)
  const hundredths = (model?.prices[resolution] ?? 0) * imagesPerGeneration
  return hundredths === 0 ? promptTexts.images : promptTexts.price((hundredths / 100).toFixed(2))
}

export type GoButtonProps = {
  prompt: string
  wish: PictureSettings
  model: ModelShape | null
  models: ModelsState
  /** While the images are being asked for. */
  busy: boolean
  size: ButtonSize
  onGo(): void
}

/** What it will cost, and Go. Where it can't be pressed, it says why. */
export function GoButton({ prompt, wish, model, models, busy, size, onGo }: GoButtonProps) {
  const price = priceOf(wish, model)
  const reason = busy ? null : whyNotGo(prompt, model, models)
  return (
    <>
      <span className="prompt-price">{price}</span>
      <Button
        kind="go"
        size={size}
        className="go-button"
        busy={busy}
        reason={reason}
        aria-label={busy ? promptTexts.busy : promptTexts.goFor(price)}
        data-tooltip-keys={reason || busy ? undefined : keysText('Mod+Enter')}
        onClick={onGo}
      >
        {busy ? promptTexts.busy : promptTexts.go}
      </Button>
    </>
  )
}
