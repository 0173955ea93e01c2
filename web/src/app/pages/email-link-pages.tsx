import { useSearch } from '@tanstack/react-router'
import {
  ConfirmEmailScreen,
  ForgotPasswordScreen,
  ResetPasswordScreen,
} from '#web/features/account/email-link-screens.tsx'
import { appTexts } from '../texts.ts'
import { AuthFrame } from './auth-frame.tsx'

/** The page that requests an email for a new password. */
export const ForgotPasswordPage = () => (
  <AuthFrame title={appTexts.titles.forgotPassword}>
    <ForgotPasswordScreen />
  </AuthFrame>
)

/** The target of the link in an email about a forgotten password. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' })
  return (
    <AuthFrame title={appTexts.titles.resetPassword}>
      <ResetPasswordScreen token={token ?? null} />
    </AuthFrame>
  )
}

/** The target of the link in an email about a new account. */
export function ConfirmEmailPage() {
  const { token = '' } = useSearch({ from: '/confirm-email' })
  return (
    <AuthFrame title={appTexts.titles.confirmEmail}>
      <ConfirmEmailScreen token={token} />
    </AuthFrame>
  )
}
