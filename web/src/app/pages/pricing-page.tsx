import { PricingScreen, VisitorChoice } from '#web/features/pricing/pricing-screen.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { appTexts } from '../texts.ts'
import { OpenPage } from './open-page.tsx'

// Visitors have no plan and do not load this.
const memberChoice = lazyPart(async () => (await import('#web/features/pricing/member-choice.tsx')).MemberChoice)

/** The plans, a public page. */
export const PricingPage = () => (
  <OpenPage title={appTexts.titles.pricing}>
    {(visitor) => (
      <PricingScreen
        choice={(props) =>
          visitor === 'signed-in' ? (
            <LazySlot part={memberChoice} props={props} fallback={<div className="h-9 max-sm:h-11" />} />
          ) : (
            <VisitorChoice {...props} visitor={visitor} />
          )
        }
      />
    )}
  </OpenPage>
)
