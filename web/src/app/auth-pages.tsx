import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#web/data/use-session.ts'
import { LoginScreen } from '#web/features/account/login-screen.tsx'
import { SignupScreen } from '#web/features/account/signup-screen.tsx'
import { Grove } from '#web/features/landing/grove.tsx'
import { productName } from '#web/ui/product-name.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { appTexts } from './texts.ts'

/** The sign-in page. */
export const LoginPage = () => (
  <OpenOnly title={appTexts.titles.login}>
    <LoginScreen />
  </OpenOnly>
)

/** The sign-up page. */
export const SignupPage = () => (
  <OpenOnly title={appTexts.titles.signup}>
    <SignupScreen />
  </OpenOnly>
)

/** For those who are not signed in; everybody else is sent home. */
function OpenOnly({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  if (session.status === 'signed-in') return <Navigate to="/" replace />
  if (session.status === 'loading') return <PageSpinner label={appTexts.loadingSession} />
  return (
    <div className="relative min-h-dvh overflow-clip">
      <title>{`${title} · ${productName}`}</title>
      <div className="backdrop-grove absolute inset-0 opacity-25" aria-hidden="true">
        <Grove />
      </div>
      <div className="absolute top-4 right-4 z-10">
        <ThemeSwitch />
      </div>
      <main className="relative grid min-h-dvh place-items-center px-4 py-20">{children}</main>
    </div>
  )
}
