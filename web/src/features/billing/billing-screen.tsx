import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BillingShape } from '#contract/money/billing.ts'
import { comparePlans, type PlanName, planNames, plans } from '#domain/credits/plan.ts'
import { formatDate } from '#domain/format.ts'
import { billingQuery, changePlan } from '#web/data/credits.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { billingTexts } from './texts.ts'
import { BillingHistory, YourPlan } from './your-plan.tsx'

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

type PlanFormProps = { billing: BillingShape; wanted: PlanName | null }

/** The plans to choose from, and the change. */
function PlanForm({ billing, wanted }: PlanFormProps) {
  const { plan, nextPlan, periodEnd } = billing
  const [chosen, setChosen] = useState<PlanName>(wanted ?? plan)
  // A planned change is canceled by choosing the current plan.
  const isSame = chosen === (nextPlan ?? plan)
  const isRefused = !billing.allowsUpgrade && comparePlans(chosen, plan) > 0
  const reason = isRefused ? billingTexts.byOperator : isSame ? billingTexts.same : null

  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: () => changePlan(chosen),
    onSuccess() {
      const { label } = plans[chosen]
      const isLater = comparePlans(chosen, plan) < 0 && periodEnd !== null
      const description = isLater
        ? billingTexts.laterText(label, formatDate(periodEnd))
        : billingTexts.changedText(label)
      showToast({ kind: 'success', title: billingTexts.changed, description })
    },
    onError: (error) =>
      showToast({
        kind: 'error',
        title: billingTexts.error,
        description: errorMessage(error, billingTexts.changeFailed),
      }),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null && !isBusy) mutate()
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-muted">{billingTexts.noPayment}</p>
      <YourPlan billing={billing} />
      <fieldset className="overflow-hidden rounded-12 ring-1 ring-hairline">
        <legend className="sr-only">{billingTexts.choose}</legend>
        {planNames.map((name) => (
          <label
            key={name}
            className="flex h-12 cursor-pointer items-center gap-3 border-hairline px-4 not-first-of-type:border-t hover:bg-raised has-checked:bg-raised"
          >
            <input
              type="radio"
              name="plan"
              value={name}
              checked={chosen === name}
              className="size-4 accent-ink"
              onChange={() => setChosen(name)}
            />
            <span className="font-medium">{plans[name].label}</span>
            <span className="ml-auto text-13 text-muted tabular-nums">{billingTexts.perMonth(plans[name].price)}</span>
          </label>
        ))}
      </fieldset>
      <Button kind="solid" type="submit" busy={isBusy} reason={reason} className="justify-self-start max-sm:w-full">
        {chosen === plan ? billingTexts.keep(plans[chosen].label) : billingTexts.change(plans[chosen].label)}
      </Button>
    </form>
  )
}
