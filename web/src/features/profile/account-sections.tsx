import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { changeEmail, changePassword, deleteAccount, exportAddress } from '#web/data/account/account.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { useCommonPassword } from '#web/data/account/common-password.ts'
import { errorMessage, type FieldErrors, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { AlertDialog } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { profileTexts } from './texts.ts'

type AccountSectionProps = { title: string; text?: string; children: ReactNode }

/** One section of the account page, below a line. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 border-hairline border-t pt-8">
      <div className="grid gap-1">
        <h2 id={id} className="font-semibold text-16">
          {title}
        </h2>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}

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
/** As at sign-up; the server refuses shorter ones. */
const shortestPassword = 6

/** Changes the password. */
export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNext] = useState('')
  const [endsTokens, setEndsTokens] = useState(false)
  const isCommon = useCommonPassword(newPassword)
  const { errors, isBusy, submit } = useRefusableForm({
    failed: passwordTexts.failed,
    check: () => ({
      ...(currentPassword === '' && { currentPassword: passwordTexts.missing }),
      ...([...newPassword].length < shortestPassword && { newPassword: passwordTexts.hint }),
    }),
    async send() {
      await changePassword({ currentPassword, newPassword, ...(endsTokens && { tokens: 'end' }) })
      setCurrent('')
      setNext('')
      setEndsTokens(false)
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
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="tick mt-0.5"
            checked={endsTokens}
            onChange={({ target }) => setEndsTokens(target.checked)}
          />
          {passwordTexts.endTokens}
        </label>
      </ChangingForm>
    </AccountSection>
  )
}

/** Exports all data. */
export const DataSection = ({ userId }: { userId: string }) => (
  <AccountSection title={profileTexts.data.title} text={profileTexts.data.text}>
    {/* A form, so that the browser streams the file to disk; a link could be opened by another site. */}
    <form method="post" action={exportAddress(userId)} className="grid justify-self-start max-sm:justify-self-stretch">
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

const removalTexts = profileTexts.removal

/** Asks for the password before the account is deleted. */
function DeleteAccountDialog({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState('')
  // Has no password, and no other way to come back.
  const isGuest = useIsGuest()
  const navigate = useNavigate()
  const { errors, isBusy, submit } = useRefusableForm({
    failed: removalTexts.failed,
    check: (): Record<string, string> =>
      password === '' && !isGuest ? { password: profileTexts.password.missing } : {},
    async send() {
      await deleteAccount(password)
      showToast({ kind: 'success', ...removalTexts.done })
      await navigate({ to: '/', ignoreBlocker: true })
    },
  })
  return (
    <AlertDialog.Root open returnTo="[data-deletes-account]" onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog">
          <form noValidate onSubmit={submit}>
            <AlertDialog.Title className="font-semibold text-16">{removalTexts.dialogTitle}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 mb-5 text-muted">{removalTexts.text}</AlertDialog.Description>
            {!isGuest && (
              <PasswordField
                label={removalTexts.password}
                name="password"
                autoComplete="current-password"
                error={errors.password ?? null}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
            <div className="mt-6 flex justify-end gap-2">
              <AlertDialog.Cancel className={buttonClass('line')}>{removalTexts.cancel}</AlertDialog.Cancel>
              <Button kind="danger" type="submit" busy={isBusy}>
                {isBusy ? removalTexts.busy : removalTexts.confirm}
              </Button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

type FormWork = {
  /** Errors that are known before anything is sent. */
  check(): FieldErrors
  send(): Promise<void>
  /** The toast's title when the server refuses, or does not answer. */
  failed: string
}

/** State of a form with a few fields that the server may refuse: the errors by field, and whether it is being sent. */
function useRefusableForm({ check, send, failed }: FormWork) {
  const [errors, setErrors] = useState<FieldErrors>({})

  const refuse = (form: HTMLFormElement, found: FieldErrors) => {
    setErrors(found)
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: (_form: HTMLFormElement) => send(),
    onError(error, form) {
      refuse(form, fieldErrorsOf(error))
      showToast({ kind: 'error', title: failed, description: errorMessage(error, profileTexts.noConnection) })
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const found = check()
    if (Object.keys(found).length > 0) return refuse(form, found)
    setErrors({})
    mutate(form)
  }

  return { errors, isBusy, submit }
}

type ChangingFormProps = {
  texts: { title: string; submit: string; busy: string }
  isBusy: boolean
  onSubmit(event: FormEvent<HTMLFormElement>): void
  /** Two fields: side by side where there is room. */
  children: ReactNode
}

/** A form that changes one thing of the account with the password. */
const ChangingForm = ({ texts, isBusy, onSubmit, children }: ChangingFormProps) => (
  <form noValidate aria-label={texts.title} onSubmit={onSubmit} className="grid gap-5">
    <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    <Button kind="line" type="submit" busy={isBusy} className="justify-self-start max-sm:justify-self-stretch">
      {isBusy ? texts.busy : texts.submit}
    </Button>
  </form>
)
