import { useSearch } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '#web/features/account/confirm-email-screen.tsx'
import { ForgotPasswordScreen, ResetPasswordScreen } from '#web/features/account/password-screens.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { appTexts } from './texts.ts'

/** Asks for the letter that leads to a new password. */
export const ForgotPasswordPage = () => (
  <AuthFrame title={appTexts.titles.forgotPassword}>
    <ForgotPasswordScreen />
  </AuthFrame>
)

/** Where the letter about a forgotten password leads. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' })
  return (
    <AuthFrame title={appTexts.titles.resetPassword}>
      <ResetPasswordScreen token={token ?? null} />
    </AuthFrame>
  )
}

/** Where the letter about a new account leads. */
export function ConfirmEmailPage() {
  const { token = '' } = useSearch({ from: '/confirm-email' })
  return (
    <AuthFrame title={appTexts.titles.confirmEmail}>
      <ConfirmEmailScreen token={token} />
    </AuthFrame>
  )
}
