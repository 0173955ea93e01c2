import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn } from '#web/data/session.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AuthForm } from './auth-form.tsx'
import { checkFields, type FieldErrors } from './check-fields.ts'
import { accountTexts } from './texts.ts'

/** Sign in with email and password. */
export function LoginScreen() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  const check = () => {
    const found = checkFields({ email, password })
    setErrors(found)
    return Object.keys(found).length === 0
  }

  return (
    <AuthForm
      texts={accountTexts.login}
      check={check}
      send={() => signIn({ email: email.trim(), password })}
      otherLink={
        <Link to="/signup" className="text-link text-ink">
          {accountTexts.login.otherLink}
        </Link>
      }
      fields={(isBusy) => (
        <>
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
  )
}
