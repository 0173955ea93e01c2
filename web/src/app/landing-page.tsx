import { LandingScreen } from '#web/features/landing/landing-screen.tsx'
import { OpenPage } from './open-page.tsx'

/** The landing page. */
export const LandingPage = () => <OpenPage title="">{(visitor) => <LandingScreen visitor={visitor} />}</OpenPage>
