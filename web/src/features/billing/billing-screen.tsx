import { useQuery } from '@tanstack/react-query'
import type { PlanName } from '#domain/credits/plan.ts'
import { billingQuery } from '#web/data/credits.ts'
import { EmptyState, LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { BillingHistory } from './billing-history.tsx'
import { PlanForm } from './plan-form.tsx'
import { billingTexts } from './texts.ts'

type BillingScreenProps = {
  /** The plan in the address; null for none. */
  wanted: PlanName | null
}

/** The page to change a plan on a server without a payment service. */
export function BillingScreen({ wanted }: BillingScreenProps) {
  const { data: billing, isError, refetch } = useQuery(billingQuery)
  return (
    <main className="mx-auto grid max-w-[560px] gap-8 px-6 pt-28 pb-24 max-sm:px-4 max-sm:pt-18">
      <h1 className="display text-44 max-sm:text-28">{billingTexts.title}</h1>
      {!billing && !isError && <PageSpinner label={billingTexts.loading} />}
      {!billing && isError && (
        <LoadFailed title={billingTexts.failed} text={billingTexts.failedText} onTryAgain={() => void refetch()} />
      )}
      {billing?.provider === 'stripe' && (
        <EmptyState title={billingTexts.elsewhere} text={billingTexts.elsewhereText} />
      )}
      {billing?.provider === 'local' && (
        <>
          <PlanForm billing={billing} wanted={wanted} />
          <BillingHistory billing={billing} />
        </>
      )}
    </main>
  )
}
