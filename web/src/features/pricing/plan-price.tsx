import type { PlanOffer } from '#domain/plans/plan-offer.ts'
import { pricingTexts } from './texts.ts'

/** What a plan costs a month, and what it did cost. */
export function PlanPrice({ offer: { monthlyDollars, formerDollars } }: { offer: PlanOffer }) {
  return (
    <p className="plan-price">
      <b>
        <i>$</i>
        {monthlyDollars}
      </b>
      {formerDollars !== null && (
        <s>
          <span className="sr-only">{pricingTexts.was} </span>${formerDollars}
        </s>
      )}
      <span>{pricingTexts.perMonth}</span>
    </p>
  )
}
