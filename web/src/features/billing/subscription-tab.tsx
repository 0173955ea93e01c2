import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { billingQuery } from '#web/data/billing.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { BillingHistory } from './billing-history.tsx'
import { openPortal } from './open-portal.ts'
import { billingTexts } from './texts.ts'
import { YourPlan } from './your-plan.tsx'

/** The current plan, its history, and the link to where it is managed. */
export function SubscriptionTab() {
  const { data: billing, isError, refetch } = useQuery(billingQuery)
  const { mutate: manage, isPending: isBusy } = useMutation({ mutationFn: openPortal })

  if (!billing && isError)
    return <LoadFailed title={billingTexts.failed} text={billingTexts.failedText} onTryAgain={() => void refetch()} />
  if (!billing) return <PageSpinner label={billingTexts.loading} />
  return (
    <div className="grid gap-10">
      <section className="grid gap-4">
        <YourPlan billing={billing} />
        {billing.isPastDue && <p className="text-danger">{billingTexts.pastDue}</p>}
        <p className="max-w-[56ch] text-muted">{billingTexts.portal.text}</p>
        <div className="flex flex-wrap gap-2 max-sm:grid">
          <Button kind="solid" busy={isBusy} onClick={() => manage()}>
            {billingTexts.portal.manage}
          </Button>
          <Link to="/pricing" className={buttonClass('line')}>
            {billingTexts.portal.plans}
          </Link>
        </div>
      </section>
      <BillingHistory billing={billing} />
    </div>
  )
}
