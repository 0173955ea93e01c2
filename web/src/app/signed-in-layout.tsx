import { Navigate, Outlet } from '@tanstack/react-router'
import { readAccountState, useAccountState } from '#web/data/account-state.ts'
import { LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { SignedIn } from './signed-in.tsx'
import { appTexts } from './texts.ts'

/** Shows pages to signed-in people, redirects others to sign-in, and waits while the account state is unknown. */
export function SignedInLayout() {
  const account = useAccountState()
  switch (account.status) {
    case 'loading':
      return <PageSpinner label={appTexts.loadingSession} />
    case 'signed-out':
      return <Navigate to="/login" replace />
    case 'unreachable':
      return (
        <main className="grid min-h-dvh place-items-center">
          <LoadFailed level={1} {...appTexts.unreachable} onTryAgain={() => void readAccountState()} />
        </main>
      )
    case 'signed-in':
      return (
        <SignedIn user={account.user}>
          <Outlet />
        </SignedIn>
      )
  }
}
