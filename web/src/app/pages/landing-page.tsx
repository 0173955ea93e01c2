import { TryAsGuest } from '#web/features/account/try-as-guest.tsx'
import { LandingScreen } from '#web/features/landing/landing-screen.tsx'
import { OpenPage } from './open-page.tsx'

/** The landing page. */
export const LandingPage = () => (
  <OpenPage title="">{(visitor) => <LandingScreen visitor={visitor} guest={<TryAsGuest look="large" />} />}</OpenPage>
)
