import { useState } from 'react'
import { readSignInOptions } from '#web/data/letters.ts'
import { session, signUp } from '#web/data/session.ts'
import { useAnswer } from '#web/data/use-answer.ts'
import { useCommonPassword } from '#web/data/use-common-password.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { checkFields, type FieldErrors, minimumPasswordLength } from './check-fields.ts'
import { ConfirmationNeeded } from './confirmation-needed.tsx'
import { OtherWay } from './other-way.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.signup

/** Create an account with first name, email and password. */
export function SignupScreen() {
  const [firstName, setFirstName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [options] = useAnswer(readSignInOptions)
  const isConfirmationNeeded = options.status === 'ready' && options.value.confirmsEmail

  const isCommon = useCommonPassword(password)

  const check = () => {
    const found = checkFields({ firstName, email, password })
    const isTooShort = password.length < minimumPasswordLength
    if (isTooShort) showToast({ kind: 'error', ...texts.invalidPassword })
    setErrors(isTooShort ? { ...found, password: texts.passwordHint } : found)
    return Object.keys(found).length === 0 && !isTooShort
  }

  const send = async () => {
    await signUp({ firstName: firstName.trim(), email: email.trim(), password })
    if (session.get().status === 'signed-out') setUnconfirmed(email.trim())
    else showToast({ kind: 'success', ...texts.done })
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
              {...(isConfirmationNeeded && { hint: texts.emailHint })}
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
              hint={isCommon ? texts.commonPassword : texts.passwordHint}
              error={errors.password ?? null}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        )}
      />
      <OtherWay question={texts.other} to="/login" link={texts.otherLink} />
    </AuthCard>
  )
}
