import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signUp } from '#web/data/session.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AuthForm } from './auth-form.tsx'
import { checkFields, type FieldErrors, minimumPasswordLength } from './check-fields.ts'
import { accountTexts } from './texts.ts'

const texts = accountTexts.signup

/** Create an account with first name, email and password. */
export function SignupScreen() {
  const [firstName, setFirstName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  const check = () => {
    const found = checkFields({ firstName, email, password })
    const isTooShort = password.length < minimumPasswordLength
    if (isTooShort) showToast({ kind: 'error', ...texts.invalidPassword })
    setErrors(isTooShort ? { ...found, password: texts.passwordHint } : found)
    return Object.keys(found).length === 0 && !isTooShort
  }

  const send = async () => {
    await signUp({ firstName: firstName.trim(), email: email.trim(), password })
    showToast({ kind: 'success', ...texts.done })
  }

  return (
    <AuthForm
      texts={texts}
      check={check}
      send={send}
      otherLink={
        <Link to="/login" className="text-link text-ink">
          {texts.otherLink}
        </Link>
      }
      fields={(isBusy) => (
        <>
          <Field
            label={accountTexts.fields.firstName}
            name="firstName"
            autoComplete="given-name"
            required
            disabled={isBusy}
            error={errors.firstName ?? null}
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
          <Field
            label={accountTexts.fields.email}
            type="email"
            name="email"
            autoComplete="username"
            required
            disabled={isBusy}
            error={errors.email ?? null}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            label={accountTexts.fields.password}
            name="password"
            autoComplete="new-password"
            required
            disabled={isBusy}
            hint={texts.passwordHint}
            error={errors.password ?? null}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
    />
  )
}
