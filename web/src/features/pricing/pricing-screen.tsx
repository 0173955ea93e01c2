import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { type ChoiceProps, CurrentPlan, PlanGrid, Questions } from './plan-grid.tsx'
import { pricingTexts } from './texts.ts'

/** The page of the plans. `choice` renders each plan's button. */
export function PricingScreen({ choice }: { choice(props: ChoiceProps): ReactNode }) {
  return (
    <main className="mx-auto max-w-[1200px] px-10 pt-28 pb-24 max-lg:px-8 max-lg:pt-24 max-sm:px-4 max-sm:pt-18 max-sm:pb-24">
      <h1 className="display text-[48px]/[52px] tracking-[-0.028em] max-sm:text-[36px]/10">{pricingTexts.title}</h1>
      <p className="mt-3 mb-14 text-16 text-muted max-lg:mb-10 max-sm:mb-6">{pricingTexts.lead}</p>
      <PlanGrid level={2} choice={choice} />
      <Questions level={2} />
    </main>
  )
}

type VisitorChoiceProps = ChoiceProps & {
  /** While the account state is unknown, the button's place is kept. */
  visitor: 'unknown' | 'signed-out'
}

/** The action of a visitor for a plan: each account starts with the free one. */
export function VisitorChoice({ plan, kind, visitor }: VisitorChoiceProps) {
  if (plan.name === 'free') return <CurrentPlan />
  return (
    <Link to="/signup" className={joinClasses(buttonClass(kind), 'w-full', visitor === 'unknown' && 'invisible')}>
      {pricingTexts.choose(plan.label)}
    </Link>
  )
}
