import { Navigate, Outlet } from '@tanstack/react-router'
import { readSession } from '#web/data/session.ts'
import { useSession } from '#web/data/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { SignedIn } from './signed-in.tsx'
import { appTexts } from './texts.ts'

/** Lets signed-in people in, sends everybody else to the sign-in, and waits while nobody knows. */
export function SignedInLayout() {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <PageSpinner label={appTexts.loadingSession} />
    case 'signed-out':
      return <Navigate to="/login" replace />
    case 'unreachable':
      return (
        <main className="grid min-h-dvh place-items-center">
          <EmptyState level={1} {...appTexts.unreachable}>
            <Button kind="line" onClick={() => void readSession()}>
              {appTexts.tryAgain}
            </Button>
          </EmptyState>
        </main>
      )
    case 'signed-in':
      return (
        <SignedIn user={session.user}>
          <Outlet />
        </SignedIn>
      )
  }
}
