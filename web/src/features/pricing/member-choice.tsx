import { useCredits } from '#web/data/use-credits.ts'
import { Button } from '#web/ui/button.tsx'
import { CurrentPlan } from './current-plan.tsx'
import type { ChoiceProps } from './plan-grid.tsx'
import { pricingTexts } from './texts.ts'
import { useChoosePlan } from './use-choose-plan.ts'

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
