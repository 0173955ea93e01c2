import { Navigate, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccountState } from '#web/data/account-state.ts'
import { LoginScreen } from '#web/features/account/login-screen.tsx'
import { SignupScreen } from '#web/features/account/signup-screen.tsx'
import { PageSpinner } from '#web/ui/page-states.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { appTexts } from './texts.ts'

/** The sign-in page. */
export const LoginPage = () => (
  <OpenOnly title={appTexts.titles.login}>
    <LoginScreen />
  </OpenOnly>
)

/** The sign-up page. The token of an invitation is behind the #, which is not sent to servers. */
export function SignupPage() {
  const invitation = useLocation({ select: ({ hash }) => hash })
  return (
    <OpenOnly title={appTexts.titles.signup}>
      <SignupScreen key={invitation} invitation={invitation === '' ? null : invitation} />
    </OpenOnly>
  )
}

/** For visitors only; signed-in people are redirected home. */
function OpenOnly({ title, children }: { title: string; children: ReactNode }) {
  const account = useAccountState()
  if (account.status === 'signed-in') return <Navigate to="/" replace />
  if (account.status === 'loading') return <PageSpinner label={appTexts.loadingSession} />
  return <AuthFrame title={title}>{children}</AuthFrame>
}
