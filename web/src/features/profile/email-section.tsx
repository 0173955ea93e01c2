import { useState } from 'react'
import { changeEmail } from '#web/data/account.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'
import { ChangingForm } from './changing-form.tsx'
import { profileTexts } from './texts.ts'
import { useRefusableForm } from './use-refusable-form.ts'

const texts = profileTexts.email

/** Another email to sign in with. */
export function EmailSection({ email: current }: { email: string }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { errors, isBusy, submit } = useRefusableForm({
    failed: texts.failed,
    check: () => ({
      ...(email.trim() === '' && { email: texts.missing }),
      ...(password === '' && { password: profileTexts.password.missing }),
    }),
    async send() {
      await changeEmail({ email: email.trim(), password })
      setEmail('')
      setPassword('')
      showToast({ kind: 'success', title: texts.done.title, description: texts.done.description(email.trim()) })
    },
  })
  return (
    <AccountSection title={texts.title} text={texts.now(current)}>
      <ChangingForm texts={texts} isBusy={isBusy} onSubmit={submit}>
        <Field
          label={texts.next}
          type="email"
          name="email"
          autoComplete="email"
          error={errors.email ?? null}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          error={errors.password ?? null}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </ChangingForm>
    </AccountSection>
  )
}
