import { Navigate, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAccountState, useIsGuest } from '#web/data/account/account-state.ts'
import { GuestLeaves, LoginScreen } from '#web/features/account/login-screen.tsx'
import { SignupScreen } from '#web/features/account/signup-screen.tsx'
import { PageSpinner } from '#web/ui/page-states.tsx'
import { appTexts } from '../texts.ts'
import { AuthFrame } from './auth-frame.tsx'

/** The sign-in page. */
export const LoginPage = () => (
  <OpenOnly title={appTexts.titles.login} toKept="/">
    <LoginOrStay />
  </OpenOnly>
)

/** The sign-in; a guest is asked first. */
function LoginOrStay() {
  const isGuest = useIsGuest()
  const [wantsSignIn, setWantsSignIn] = useState(false)
  return isGuest && !wantsSignIn ? <GuestLeaves onSignIn={() => setWantsSignIn(true)} /> : <LoginScreen />
}

/** The sign-up page. The token of an invitation is behind the #, which is not sent to servers. */
export function SignupPage() {
  const invitation = useLocation({ select: ({ hash }) => hash })
  return (
    <OpenOnly title={appTexts.titles.signup} toKept="/project">
      <SignupScreen key={invitation} invitation={invitation === '' ? null : invitation} />
    </OpenOnly>
  )
}

/** Leads to an address of this site in place of this page. */
function GoBack({ address }: { address: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(address), [history, address])
  return <PageSpinner label={appTexts.loadingSession} />
}

type OpenOnlyProps = {
  title: string
  /** Where someone is led who has been a guest on this page and is none any more. */
  toKept: '/' | '/project'
  children: ReactNode
}

/** For visitors and guests only; signed-in people are led to the page that they came for, else home. */
function OpenOnly({ title, toKept, children }: OpenOnlyProps) {
  const account = useAccountState()
  const isGuest = useIsGuest()
  const wanted = useLocation({ select: ({ state }) => state.back })
  // This page renders once more on its way there.
  const [back] = useState(wanted)
  const [wasGuest, setWasGuest] = useState(isGuest)
  if (isGuest && !wasGuest) setWasGuest(true)
  if (account.status === 'signed-in' && !isGuest) {
    if (back !== undefined) return <GoBack address={back} />
    return <Navigate to={wasGuest ? toKept : '/'} replace />
  }
  if (account.status === 'loading') return <PageSpinner label={appTexts.loadingSession} />
  return <AuthFrame title={title}>{children}</AuthFrame>
}
