import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { PlanName } from '#domain/credits/plan.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { checkoutAddress, useCredits } from '#web/data/credits.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type ChoiceProps, CurrentPlan } from './plan-grid.tsx'
import { pricingTexts } from './texts.ts'

/** The actions of a signed-in user for a plan. */
export function MemberChoice({ plan, kind }: ChoiceProps) {
  const credits = useCredits()
  const isGuest = useIsGuest()
  const { isBusy, choose } = useChoosePlan()
  if (credits === null)
    return <p className="grid h-9 place-items-center text-13 text-muted max-sm:h-11">{pricingTexts.allFree}</p>
  if (plan.name === (credits?.plan ?? 'free')) return <CurrentPlan />
  if (isGuest)
    return (
      <Link to="/signup" className={`${buttonClass(kind)} w-full`}>
        {pricingTexts.choose(plan.label)}
      </Link>
    )
  return (
    <Button kind={kind} className="w-full" busy={isBusy} onClick={() => choose(plan.name)}>
      {pricingTexts.choose(plan.label)}
    </Button>
  )
}

/** Opens the checkout of a plan: our own page, or that of a payment service. */
function useChoosePlan() {
  const navigate = useNavigate()

  const mutation = useMutation(
    {
      async mutationFn(plan: PlanName) {
        // The free plan needs no checkout: a downgrade is made where plans are managed.
        const address = plan === 'free' ? '/billing-portal?plan=free' : await checkoutAddress(plan)
        if (address.startsWith('/')) await navigate({ href: address })
        else location.assign(address)
      },
      onError: (error) =>
        showToast({
          kind: 'error',
          title: pricingTexts.error,
          description: errorMessage(error, pricingTexts.checkoutFailed),
        }),
    },
    queryClient,
  )
  // Busy until the page is left.
  return { isBusy: mutation.isPending || mutation.isSuccess, choose: mutation.mutate }
}
