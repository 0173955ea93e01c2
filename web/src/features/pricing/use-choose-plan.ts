import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PlanName } from '#domain/credits/plan.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { checkoutAddress } from '#web/data/billing.ts'
import { showToast } from '#web/ui/toast.ts'
import { pricingTexts } from './texts.ts'

/** Leads to where a plan is taken: to our own page, or to that of a payment service. */
export function useChoosePlan() {
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
