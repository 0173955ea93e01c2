import type { BillingShape } from '#contract/billing.ts'
import { plans } from '#domain/credits/plan.ts'
import { formatDate } from '#domain/format.ts'
import { billingTexts } from './texts.ts'

/** The current plan, its end, and what follows. */
export const YourPlan = ({ billing: { plan, nextPlan, periodEnd } }: { billing: BillingShape }) => (
  <p>
    <span className="text-muted">{billingTexts.yours}</span> <b className="font-semibold">{plans[plan].label}</b>
    {nextPlan !== null && periodEnd !== null && (
      <span className="text-muted">
        {` ${billingTexts.until(formatDate(periodEnd))}, ${billingTexts.afterwards(plans[nextPlan].label)}`}
      </span>
    )}
  </p>
)
