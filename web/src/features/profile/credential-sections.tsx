import { useState } from 'react'
import { changeEmail, changePassword } from '#web/data/account/account.ts'
import { useCommonPassword } from '#web/data/account/common-password.ts'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'
import { ChangingForm, useRefusableForm } from './refusable-form.tsx'
import { profileTexts } from './texts.ts'

const emailTexts = profileTexts.email

/** Changes the email for signing in. */
export function EmailSection({ email: current }: { email: string }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { errors, isBusy, submit } = useRefusableForm({
    failed: emailTexts.failed,
    check: () => ({
      ...(email.trim() === '' && { email: emailTexts.missing }),
      ...(password === '' && { password: profileTexts.password.missing }),
    }),
    async send() {
      await changeEmail({ email: email.trim(), password })
      setEmail('')
      setPassword('')
      showToast({
        kind: 'success',
        title: emailTexts.done.title,
        description: emailTexts.done.description(email.trim()),
      })
    },
  })
  return (
    <AccountSection title={emailTexts.title} text={emailTexts.now(current)}>
      <ChangingForm texts={emailTexts} isBusy={isBusy} onSubmit={submit}>
        <Field
          label={emailTexts.next}
          type="email"
          name="email"
          autoComplete="email"
          error={errors.email ?? null}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label={emailTexts.password}
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

const passwordTexts = profileTexts.password
/** The specification's, section 9. */
const shortestPassword = 6

/** Changes the password. */
export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNext] = useState('')
  const isCommon = useCommonPassword(newPassword)
  const { errors, isBusy, submit } = useRefusableForm({
    failed: passwordTexts.failed,
    check: () => ({
      ...(currentPassword === '' && { currentPassword: passwordTexts.missing }),
      ...([...newPassword].length < shortestPassword && { newPassword: passwordTexts.hint }),
    }),
    async send() {
      await changePassword({ currentPassword, newPassword })
      setCurrent('')
      setNext('')
      showToast({ kind: 'success', ...passwordTexts.done })
    },
  })
  return (
    <AccountSection title={passwordTexts.title}>
      <ChangingForm texts={passwordTexts} isBusy={isBusy} onSubmit={submit}>
        <PasswordField
          label={passwordTexts.current}
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword ?? null}
          value={currentPassword}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label={passwordTexts.next}
          name="newPassword"
          autoComplete="new-password"
          hint={isCommon ? passwordTexts.commonPassword : passwordTexts.hint}
          error={errors.newPassword ?? null}
          value={newPassword}
          onChange={(event) => setNext(event.target.value)}
        />
      </ChangingForm>
    </AccountSection>
  )
}
