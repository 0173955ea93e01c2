import type { ModelShape } from '#contract/model.ts'
import type { ModelsState } from '#web/data/models.ts'
import type { SpreadPlan } from '#web/data/spread/spread-plan.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { keysText } from '#web/ui/keys.ts'
import { promptTexts } from './texts.ts'
import { whyNotGo } from './why-not-go.ts'
import './prompt.css'

/** '4 images · 4.04 credits', '6 cards · 24 images · 24.24 credits'; without credits where the models are free. */
function priceOf({ count, hundredths, isMost }: SpreadPlan): string {
  const images = count === 1 ? promptTexts.images : promptTexts.cards(count)
  if (hundredths === 0) return images
  const priced = isMost ? promptTexts.priceAtMost : promptTexts.price
  return priced(images, (hundredths / 100).toFixed(2))
}

export type GoButtonProps = {
  prompt: string
  plan: SpreadPlan
  model: ModelShape | null
  models: ModelsState
  /** While the images are being asked for. */
  busy: boolean
  size: ButtonSize
  onGo(): void
}

/** What it will cost, and Go. Where it can't be pressed, it says why. */
export function GoButton({ prompt, plan, model, models, busy, size, onGo }: GoButtonProps) {
  const price = priceOf(plan)
  const reason = busy ? null : whyNotGo(prompt, { model, models, count: plan.count })
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
