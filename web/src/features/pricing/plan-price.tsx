import type { Plan } from '#domain/credits/plan.ts'
import { pricingTexts } from './texts.ts'

/** What a plan costs a month, and what it did cost. */
export function PlanPrice({ plan: { price, formerPrice } }: { plan: Plan }) {
  return (
    <p className="plan-price">
      <b>
        <i>$</i>
        {price}
      </b>
      {formerPrice !== null && (
        <s>
          <span className="sr-only">{pricingTexts.was} </span>${formerPrice}
        </s>
      )}
      <span>{pricingTexts.perMonth}</span>
    </p>
  )
}
