import { lazy, Suspense } from 'react'
import { useSession } from '#web/data/use-session.ts'
import { LandingScreen } from '#web/features/landing/landing-screen.tsx'
import { productName } from '#web/ui/product-name.ts'

// A visitor who is not signed in needs none of what is behind these.
const SignedIn = lazy(() => import('./signed-in.tsx').then(({ SignedIn }) => ({ default: SignedIn })))
const TopBar = lazy(() => import('./top-bar.tsx').then(({ TopBar }) => ({ default: TopBar })))
const PageTitle = lazy(() =>
  import('#web/features/activity/page-title.tsx').then(({ PageTitle }) => ({ default: PageTitle })),
)

/** The landing page; for signed-in people with the app's own header. */
export function LandingPage() {
  const session = useSession()
  if (session.status !== 'signed-in')
    return (
      <>
        <title>{productName}</title>
        <LandingScreen visitor={session.status === 'loading' ? 'unknown' : 'signed-out'} header={null} />
      </>
    )
  return (
    <LandingScreen
      visitor="signed-in"
      header={
        <Suspense fallback={<div className="h-14" />}>
          <SignedIn user={session.user}>
            <PageTitle title="" />
            <TopBar user={session.user} />
          </SignedIn>
        </Suspense>
      }
    />
  )
}
