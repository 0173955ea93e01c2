import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteAccount, exportAddress } from '#web/data/account/account.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { useReturnFocus } from '#web/ui/focus.ts'
import { AlertDialog } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'
import { useRefusableForm } from './refusable-form.tsx'
import { profileTexts } from './texts.ts'

/** Exports all data. */
export const DataSection = () => (
  <AccountSection title={profileTexts.data.title} text={profileTexts.data.text}>
    {/* A form, so that the browser streams the file to disk; a link could be opened by another site. */}
    <form method="post" action={exportAddress} className="grid justify-self-start max-sm:justify-self-stretch">
      <Button kind="line" type="submit">
        {profileTexts.data.download}
      </Button>
    </form>
  </AccountSection>
)

/** Deletes the account. */
export function RemovalSection() {
  const [isAsking, setAsking] = useState(false)
  return (
    <AccountSection title={profileTexts.removal.title} text={profileTexts.removal.text}>
      <Button
        kind="danger"
        data-deletes-account
        className="justify-self-start max-sm:justify-self-stretch"
        onClick={() => setAsking(true)}
      >
        {profileTexts.removal.open}
      </Button>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </AccountSection>
  )
}

const texts = profileTexts.removal

/** Asks for the password before the account is deleted. */
function DeleteAccountDialog({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState('')
  // Has no password, and no other way to come back.
  const isGuest = useIsGuest()
  const navigate = useNavigate()
  const returnFocus = useReturnFocus('[data-deletes-account]')
  const { errors, isBusy, submit } = useRefusableForm({
    failed: texts.failed,
    check: (): Record<string, string> =>
      password === '' && !isGuest ? { password: profileTexts.password.missing } : {},
    async send() {
      await deleteAccount(password)
      showToast({ kind: 'success', ...texts.done })
      await navigate({ to: '/', ignoreBlocker: true })
    },
  })
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog" onCloseAutoFocus={returnFocus}>
          <form noValidate onSubmit={submit}>
            <AlertDialog.Title className="font-semibold text-16">{texts.dialogTitle}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 mb-5 text-muted">{texts.text}</AlertDialog.Description>
            {!isGuest && (
              <PasswordField
                label={texts.password}
                name="password"
                autoComplete="current-password"
                error={errors.password ?? null}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
            <div className="mt-6 flex justify-end gap-2">
              <AlertDialog.Cancel className={buttonClass('line')}>{texts.cancel}</AlertDialog.Cancel>
              <Button kind="danger" type="submit" busy={isBusy}>
                {isBusy ? texts.busy : texts.confirm}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
