import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isDeadLink, resetPassword } from '#web/data/account-emails.ts'
import { useCommonPassword } from '#web/data/use-common-password.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { minimumPasswordLength } from './check-fields.ts'
import { ToSignIn } from './other-way.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.reset

/** Sets a new password. @param props.token From the letter; null where the address holds none. */
export function ResetPasswordScreen({ token }: { token: string | null }) {
  const navigate = useNavigate()
  const [newPassword, setNewPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isDead, setDead] = useState(false)
  const isCommon = useCommonPassword(newPassword)

  const check = () => {
    const isTooShort = newPassword.length < minimumPasswordLength
    setError(isTooShort ? accountTexts.signup.passwordHint : null)
    return !isTooShort
  }

  const send = async (word: string) => {
    try {
      await resetPassword({ token: word, newPassword })
    } catch (refusal) {
      if (!isDeadLink(refusal)) throw refusal
      setDead(true)
      return
    }
    showToast({ kind: 'success', ...texts.done })
    // In place of this page: its address holds a word that is used up.
    await navigate({ to: '/login', replace: true })
  }

  if (isDead || token === null)
    return (
      <AuthCard title={texts.deadTitle}>
        <p role="alert" className="text-muted">
          {texts.dead}
        </p>
        <Link to="/forgot-password" className={`${buttonClass('solid')} h-10!`}>
          {texts.another}
        </Link>
        <ToSignIn />
      </AuthCard>
    )
  return (
    <AuthCard title={texts.title}>
      <AuthForm
        texts={texts}
        check={check}
        send={() => send(token)}
        fields={(isBusy) => (
          <PasswordField
            label={accountTexts.fields.newPassword}
            name="new-password"
            autoComplete="new-password"
            required
            disabled={isBusy}
            hint={isCommon ? accountTexts.signup.commonPassword : accountTexts.signup.passwordHint}
            error={error}
            value={newPassword}
            onChange={(event) => setNewPassword(event.target.value)}
          />
        )}
      />
      <ToSignIn />
    </AuthCard>
  )
}
