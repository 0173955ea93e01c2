import { lazy, Suspense } from 'react'
import { PricingScreen } from '#web/features/pricing/pricing-screen.tsx'
import { VisitorChoice } from '#web/features/pricing/visitor-choice.tsx'
import { OpenPage } from './open-page.tsx'
import { appTexts } from './texts.ts'

// A visitor has no plan, and needs none of what is behind this.
const MemberChoice = lazy(() =>
  import('#web/features/pricing/member-choice.tsx').then(({ MemberChoice }) => ({ default: MemberChoice })),
)

/** The plans, for everybody. */
export const PricingPage = () => (
  <OpenPage title={appTexts.titles.pricing}>
    {(visitor) => (
      <PricingScreen
        choice={(props) =>
          visitor === 'signed-in' ? (
            <Suspense fallback={<div className="h-9 max-sm:h-11" />}>
              <MemberChoice {...props} />
            </Suspense>
          ) : (
            <VisitorChoice {...props} visitor={visitor} />
          )
        }
      />
    )}
  </OpenPage>
)
