import { PricingScreen } from '#web/features/pricing/pricing-screen.tsx'
import { OpenPage } from './open-page.tsx'
import { appTexts } from './texts.ts'

const buyers = { unknown: 'unknown', 'signed-out': 'visitor', 'signed-in': 'member' } as const

/** The plans, for everybody. */
export const PricingPage = () => (
  <OpenPage title={appTexts.titles.pricing}>{(visitor) => <PricingScreen buyer={buyers[visitor]} />}</OpenPage>
)
