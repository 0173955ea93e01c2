import { useState } from 'react'
import { readAccountState, useAccountState } from '#web/data/account/account-state.ts'
import { UnreachableCard } from '#web/features/account/auth-card.tsx'
import { LoginScreen } from '#web/features/account/login-screen.tsx'
import { ConsentScreen, Panel } from '#web/features/programs/consent/consent-screen.tsx'
import { consentTexts } from '#web/features/programs/consent/texts.ts'
import { AccountNeeded, PageSpinner } from '#web/ui/page-states.tsx'
import { SignedIn } from '../signed-in.tsx'
import { appTexts } from '../texts.ts'
import { AuthFrame } from './auth-frame.tsx'

/**
 * Where a program leads a person that wants to connect by OAuth. Its request stands behind the #, as it was sent: the router would read
 * parameters as values, and write them differently.
 */
export function ConnectPage() {
  const account = useAccountState()
  const [parameters] = useState(() => location.hash.slice(1))
  return <AuthFrame title={consentTexts.pageTitle}>{contentOf(account, parameters)}</AuthFrame>
}

function contentOf(account: ReturnType<typeof useAccountState>, parameters: string) {
  switch (account.status) {
    case 'loading':
      return <PageSpinner label={appTexts.loadingSession} />
    case 'unreachable':
      return <UnreachableCard onTryAgain={() => void readAccountState()} />
    case 'signed-out':
      return (
        <div className="grid w-full max-w-[400px] gap-4">
          <p role="note" className="island text-balance rounded-12! px-4 py-3 text-center">
            {consentTexts.signIn}
          </p>
          <LoginScreen />
        </div>
      )
    case 'signed-in':
      return (
        <SignedIn user={account.user}>
          {account.user.isGuest ? (
            <Panel title={consentTexts.pageTitle}>
              <AccountNeeded text={consentTexts.guest} />
            </Panel>
          ) : (
            <ConsentScreen parameters={parameters} email={account.user.email} />
          )}
        </SignedIn>
      )
  }
}
