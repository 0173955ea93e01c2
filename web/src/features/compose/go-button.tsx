import { Link } from '@tanstack/react-router'
import { formatPrice } from '#domain/format.ts'
import { maxSeriesCards } from '#domain/series/series-cells.ts'
import { useCredits } from '#web/data/credits.ts'
import { imagesOf, type SpreadPlan } from '#web/data/drafts/spread-plan.ts'
import type { AskedModel, ModelsState } from '#web/data/models/models.ts'
import { useOnline } from '#web/ui/browser-state.ts'
import { Button, type ButtonSize } from '#web/ui/button.tsx'
import { keysText } from '#web/ui/keys.ts'
import { promptTexts } from './texts.ts'
import './prompt.css'

/** Result of Go, and its price. */
export type Offer = {
  /** '4 images', '6 cards · 24 images'. */
  readonly makes: string
  /** Hundredths of a credit for all of it. */
  readonly hundredths: number
  /** The price is the highest that it can be. */
  readonly isMost: boolean
}

/** The offer of a plan. */
export const offerOf = (plan: SpreadPlan): Offer => ({
  makes: plan.count === 1 ? promptTexts.images(imagesOf(plan)) : promptTexts.cards(plan.count, imagesOf(plan)),
  hundredths: plan.hundredths,
  isMost: plan.isMost,
})

/** 'Free', '4.04 credits', 'at most 7.20 credits' */
function creditsText({ hundredths, isMost }: Offer): string {
  if (hundredths === 0) return promptTexts.free
  return isMost ? promptTexts.atMost(formatPrice(hundredths)) : promptTexts.credits(formatPrice(hundredths))
}

/** '4 images · 4.04 credits', '6 cards · 24 images · Free' */
export const priceText = (offer: Offer): string => `${offer.makes} · ${creditsText(offer)}`

/** The names and addresses of this machine (https://www.rfc-editor.org/rfc/rfc6761#section-6.3): no network is needed to reach it. */
export const isThisMachine = (hostname: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

export type GoButtonProps = {
  /** Null where nothing can make it. */
  offer: Offer | null
  /** Why it is disabled; null where it is not. */
  reason: string | null
  /** While the images are being requested. */
  busy: boolean
  size: ButtonSize
  /** The text of the button; default: 'Go'. */
  word?: string
  onGo(event: Pick<MouseEvent, 'shiftKey'>): void
}

/**
 * The price and Go; in the place of the price what is missing where it is more than is left, or that the network is awaited. With
 * too few credits Go can be pressed even so: the server decides, and credits may have come since. Where it is disabled, the button
 * shows why.
 */
export function GoButton({ offer, reason, busy, size, word = promptTexts.go, onGo }: GoButtonProps) {
  const credits = useCredits()
  const missing = credits && offer ? offer.hundredths - credits.available : 0
  const isWaiting = !useOnline() && !isThisMachine(location.hostname)
  const blocked = busy ? null : isWaiting ? promptTexts.waits : reason
  const goal = offer ? promptTexts.goFor(word, priceText(offer)) : word
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
        <span className="prompt-price">
          {isWaiting && promptTexts.waits}
          {!isWaiting && offer && (
            <>
              <span className="prompt-makes">{offer.makes} · </span>
              {creditsText(offer)}
            </>
          )}
        </span>
      )}
      <Button
        kind="go"
        size={size}
        className="go-button"
        busy={busy}
        reason={blocked}
        aria-label={busy ? promptTexts.busy : goal}
        data-tooltip-keys={blocked || busy ? undefined : keysText('Mod+Enter')}
        onClick={onGo}
      >
        {busy ? promptTexts.busy : word}
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
  if (count > maxSeriesCards) return promptTexts.tooMany(count, maxSeriesCards)
  return length > longestPrompt ? promptTexts.tooLong(length - longestPrompt) : null
}
