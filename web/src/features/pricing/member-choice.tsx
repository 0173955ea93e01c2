import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PlanName } from '#domain/credits/plan.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { checkoutAddress } from '#web/data/billing.ts'
import { useCredits } from '#web/data/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type ChoiceProps, CurrentPlan } from './plan-grid.tsx'
import { pricingTexts } from './texts.ts'

/** What somebody with an account can do about a plan. */
export function MemberChoice({ plan, kind }: ChoiceProps) {
  const credits = useCredits()
  const { isBusy, choose } = useChoosePlan()
  if (credits === null)
    return <p className="grid h-9 place-items-center text-13 text-muted max-sm:h-11">{pricingTexts.allFree}</p>
  if (plan.name === (credits?.plan ?? 'free')) return <CurrentPlan />
  return (
    <Button kind={kind} className="w-full" busy={isBusy} onClick={() => void choose(plan.name)}>
      {pricingTexts.choose(plan.label)}
    </Button>
  )
}

/** Leads to where a plan is taken: to our own page, or to that of a payment service. */
function useChoosePlan() {
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()

  const choose = async (plan: PlanName) => {
    setBusy(true)
    try {
      // Nobody goes down to the free plan by paying: that is done where plans are managed.
      const address = plan === 'free' ? '/billing-portal?plan=free' : await checkoutAddress(plan)
      if (address.startsWith('/')) await navigate({ href: address })
      else location.assign(address)
    } catch (error) {
      showToast({
        kind: 'error',
        title: pricingTexts.error,
        description: errorMessage(error, pricingTexts.checkoutFailed),
      })
      setBusy(false)
    }
  }
  return { isBusy, choose }
}
