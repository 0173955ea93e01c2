import { useId } from 'react'
import type { BillingShape } from '#contract/money/billing.ts'
import { plans } from '#domain/credits/plan.ts'
import { formatDate, formatTime } from '#domain/format.ts'
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

/** The history of the plan, newest first. */
export function BillingHistory({ billing: { history } }: { billing: BillingShape }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-16">
        {billingTexts.history}
      </h2>
      {history.length === 0 && <p className="text-muted">{billingTexts.noHistory}</p>}
      <ol>
        {history.map(({ id, kind, toPlan, createdAt }) => (
          <li key={id} className="flex justify-between gap-4 border-hairline border-t py-2 text-13">
            <span>{billingTexts.events[kind]?.(toPlan === null ? '' : plans[toPlan].label) ?? kind}</span>
            <time dateTime={createdAt} className="text-muted tabular-nums">
              {formatTime(createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
