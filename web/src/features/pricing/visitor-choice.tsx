import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { CurrentPlan } from './current-plan.tsx'
import type { ChoiceProps } from './plan-grid.tsx'
import { pricingTexts } from './texts.ts'

type VisitorChoiceProps = ChoiceProps & {
  /** While nobody knows whether somebody is signed in, the button's place is kept. */
  visitor: 'unknown' | 'signed-out'
}

/** What somebody without an account can do about a plan: everybody begins with the free one. */
export function VisitorChoice({ plan, kind, visitor }: VisitorChoiceProps) {
  if (plan.name === 'free') return <CurrentPlan />
  return (
    <Link to="/signup" className={joinClasses(buttonClass(kind), 'w-full', visitor === 'unknown' && 'invisible')}>
      {pricingTexts.choose(plan.label)}
    </Link>
  )
}
