import { useState } from 'react'
import { changePassword } from '#web/data/account.ts'
import { useCommonPassword } from '#web/data/use-common-password.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'
import { ChangingForm } from './changing-form.tsx'
import { profileTexts } from './texts.ts'
import { useRefusableForm } from './use-refusable-form.ts'

const texts = profileTexts.password
/** The specification's, section 9. */
const shortestPassword = 6

/** Another password in the place of the one that is known. */
export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNext] = useState('')
  const isCommon = useCommonPassword(newPassword)
  const { errors, isBusy, submit } = useRefusableForm({
    failed: texts.failed,
    check: () => ({
      ...(currentPassword === '' && { currentPassword: texts.missing }),
      ...([...newPassword].length < shortestPassword && { newPassword: texts.hint }),
    }),
    async send() {
      await changePassword({ currentPassword, newPassword })
      setCurrent('')
      setNext('')
      showToast({ kind: 'success', ...texts.done })
    },
  })
  return (
    <AccountSection title={texts.title}>
      <ChangingForm texts={texts} isBusy={isBusy} onSubmit={submit}>
        <PasswordField
          label={texts.current}
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword ?? null}
          value={currentPassword}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label={texts.next}
          name="newPassword"
          autoComplete="new-password"
          hint={isCommon ? texts.commonPassword : texts.hint}
          error={errors.newPassword ?? null}
          value={newPassword}
          onChange={(event) => setNext(event.target.value)}
        />
      </ChangingForm>
    </AccountSection>
  )
}
