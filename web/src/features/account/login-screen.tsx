import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isUnconfirmed } from '#web/data/account/account-emails.ts'
import { signIn } from '#web/data/account/account-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import {
  AuthCard,
  AuthForm,
  ConfirmationNeeded,
  checkFields,
  EmailField,
  type FieldErrors,
  OtherWay,
} from './auth-card.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.login

/** Sign in with email and password. */
export function LoginScreen() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)

  const check = () => {
    const found = checkFields({ email, password })
    setErrors(found)
    return Object.keys(found).length === 0
  }

  const send = async () => {
    try {
      await signIn({ email: email.trim(), password })
    } catch (error) {
      if (!isUnconfirmed(error)) throw error
      setUnconfirmed(email.trim())
    }
  }

  if (unconfirmed !== null) return <ConfirmationNeeded email={unconfirmed} />
  return (
    <AuthCard title={texts.title}>
      <AuthForm
        texts={texts}
        check={check}
        send={send}
        fields={(isBusy) => (
          <>
            <EmailField
              disabled={isBusy}
              error={errors.email ?? null}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <PasswordField
              label={accountTexts.fields.password}
              name="password"
              autoComplete="current-password"
              required
              disabled={isBusy}
              error={errors.password ?? null}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        )}
      />
      <div className="grid gap-2">
        <p className="text-center text-13">
          <Link to="/forgot-password" className="text-link text-ink">
            {texts.forgot}
          </Link>
        </p>
        <OtherWay question={texts.other} to="/signup" link={texts.otherLink} />
      </div>
    </AuthCard>
  )
}

const leavesTexts = accountTexts.guest.leaves

/** Asks a guest who wants to sign in to an existing account, since the guest's boards are not moved. */
export const GuestLeaves = ({ onSignIn }: { onSignIn(): void }) => (
  <AuthCard title={leavesTexts.title}>
    <p className="text-muted">{leavesTexts.text}</p>
    <p className="text-muted">{leavesTexts.export}</p>
    <div className="grid gap-2">
      <Link to="/signup" className={`${buttonClass('solid')} h-10!`}>
        {leavesTexts.keep}
      </Link>
      <Button kind="line" className="h-10!" onClick={onSignIn}>
        {leavesTexts.signIn}
      </Button>
      <Link to="/project" className={`${buttonClass('quiet')} h-10!`}>
        {leavesTexts.back}
      </Link>
    </div>
  </AuthCard>
)
