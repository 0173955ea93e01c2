import type { ModelShape } from '#contract/model.ts'
import { canAfford } from '#domain/credits/affordable.ts'
import { useCredits } from '#web/data/use-credits.ts'
import { modelTexts } from './texts.ts'

/** What one image costs, marked where a Go would be more than the person has. Nothing where credits are off. */
export function ModelPrice({ model }: { model: Pick<ModelShape, 'stats' | 'prices' | 'ownKey'> }) {
  const credits = useCredits()
  if (credits === null) return null
  const isAffordable = credits === undefined || canAfford(model.prices, credits.available)
  return (
    <span
      className={`w-10 text-right tabular-nums ${isAffordable ? 'text-muted' : 'text-danger'}`}
      data-tooltip={isAffordable ? undefined : modelTexts.beyondCredits}
    >
      {modelTexts.credits(model.ownKey ? 0 : model.stats.credits)}
      {!isAffordable && <span className="sr-only">{modelTexts.beyondCredits}</span>}
    </span>
  )
}
