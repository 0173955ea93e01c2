import { Link } from '@tanstack/react-router'
import { formatPrice } from '#domain/format.ts'
import { useCredits } from '#web/data/credits.ts'
import { imagesOf, type SpreadPlan } from '#web/data/drafts/spread-plan.ts'
import type { AskedModel, ModelsState } from '#web/data/models/models.ts'
import { useOnline } from '#web/ui/browser-state.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { keysText } from '#web/ui/keys.ts'
import { promptTexts } from './texts.ts'
import './prompt.css'
import { mostSeriesCards } from '#domain/series/series-cells.ts'

/** '4 images · 4.04 credits', '6 cards · 24 images · 24.24 credits'; without credits where the models are free. */
export function priceOf(plan: SpreadPlan): string {
  const { count, hundredths, isMost } = plan
  const images = count === 1 ? promptTexts.images(imagesOf(plan)) : promptTexts.cards(count, imagesOf(plan))
  if (hundredths === 0) return images
  const priced = isMost ? promptTexts.priceAtMost : promptTexts.price
  return priced(images, formatPrice(hundredths))
}

export type GoButtonProps = {
  prompt: string
  plan: SpreadPlan
  model: AskedModel | null
  models: ModelsState
  /** While the images are being requested. */
  busy: boolean
  size: ButtonSize
  onGo(): void
}

/**
 * The price and Go; in the place of the price what is missing where it is more than is left, or that there is no connection. Go can
 * be pressed even so: the server decides, credits may have come since, and a server on this machine needs no connection. Where it is disabled, the button shows why.
 */
export function GoButton({ prompt, plan, model, models, busy, size, onGo }: GoButtonProps) {
  const price = priceOf(plan)
  const credits = useCredits()
  const missing = credits ? plan.hundredths - credits.available : 0
  const isOnline = useOnline()
  const reason = busy ? null : whyNotGo(prompt, { model, models, count: plan.count })
  return (
    <>
      {missing > 0 ? (
        <span className="prompt-price">
          <span className="text-danger">{promptTexts.missing(formatPrice(missing))}</span>{' '}
          <Link to="/pricing" className="text-link">
            {promptTexts.plans}
          </Link>
        </span>
      ) : (
        <span className="prompt-price">{isOnline ? price : promptTexts.offline}</span>
      )}
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

/** The longest prompt that the server accepts, in characters. */
const longestPrompt = 4_000

/** The state that Go depends on: `count` is the number of cards. */
type Asked = { readonly model: AskedModel | null; readonly models: ModelsState; readonly count: number }

/** Why Go is disabled; null when it is enabled. */
export function whyNotGo(prompt: string, { model, models, count }: Asked): string | null {
  if (models === 'loading') return promptTexts.loadingModels
  if (models === 'failed') return promptTexts.modelsFailed
  if (!model) return promptTexts.noModel
  const length = [...prompt.trim()].length
  if (length === 0) return promptTexts.blank
  if (count > mostSeriesCards) return promptTexts.tooMany(count, mostSeriesCards)
  return length > longestPrompt ? promptTexts.tooLong(length - longestPrompt) : null
}
