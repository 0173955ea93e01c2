import { Link } from '@tanstack/react-router'
import type { PlanOffer } from '#domain/plans/plan-offer.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { pricingTexts } from './texts.ts'

/** Who looks at the plans: nobody knows yet, somebody without an account, or somebody who has one. */
export type Buyer = 'unknown' | 'visitor' | 'member'

/** What can be done about a plan. Its place is kept while nobody knows who looks. */
export function PlanChoice({ offer, buyer }: { offer: PlanOffer; buyer: Buyer }) {
  if (offer.plan === 'free')
    return (
      <Button kind="line" className="w-full" disabled>
        {pricingTexts.current}
      </Button>
    )
  if (buyer === 'member')
    return <p className="grid h-9 place-items-center text-13 text-muted max-sm:h-11">{pricingTexts.notOnSale}</p>
  return (
    <Link
      to="/signup"
      className={joinClasses(
        buttonClass(offer.isPopular ? 'solid' : 'line'),
        'w-full',
        buyer === 'unknown' && 'invisible',
      )}
    >
      {pricingTexts.choose(offer.title)}
    </Link>
  )
}
