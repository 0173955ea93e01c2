import { Link } from '@tanstack/react-router'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { requestConfirmation } from '#web/data/account/account-emails.ts'
import { AuthError, useIsGuest } from '#web/data/account/account-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Mark, productName } from '#web/ui/mark.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { accountTexts } from './texts.ts'

/** The card for signing in, signing up and following the links of emails. */
export const AuthCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="island relative grid w-full max-w-[400px] gap-5 rounded-20! p-10 max-sm:p-6">
    <Link to="/" aria-label={productName} className="touch-target justify-self-start rounded-6">
      <Mark className="size-7" />
    </Link>
    <h1 className="display mb-2 text-[34px]/10 tracking-[-0.022em]">{title}</h1>
    {children}
  </div>
)

type OtherWayProps = { question?: string; to: '/login' | '/signup' | '/project'; link: string }

/** The last line of an `AuthCard`: a link to the alternative. The state holds the page that is opened after signing in. */
export const OtherWay = ({ question, to, link }: OtherWayProps) => (
  <p className="text-center text-13 text-muted">
    {question}{' '}
    <Link to={to} state className="text-link text-ink">
      {link}
    </Link>
  </p>
)

/** The link back to the sign-in. */
export const ToSignIn = () => <OtherWay to="/login" link={accountTexts.toSignIn} />

/** The link back to a guest's board. */
export const ToBoard = () => <OtherWay to="/project" link={accountTexts.guest.toBoard} />

/** The notice that the server does not answer. */
export const UnreachableCard = ({ onTryAgain }: { onTryAgain(): void }) => (
  <AuthCard title={accountTexts.unreachable.title}>
    <p role="alert" className="text-muted">
      {accountTexts.unreachable.text}
    </p>
    <Button kind="line" className="h-10!" onClick={onTryAgain}>
      {tryAgain}
    </Button>
  </AuthCard>
)

/** The field for the email that identifies an account. */
export const EmailField = (field: Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'name' | 'autoComplete'>) => (
  <Field {...field} label={accountTexts.fields.email} type="email" name="email" autoComplete="username" required />
)

type AuthFormProps = {
  texts: { submit: string; busy: string; failed: string }
  /** Sets the errors of fields; false if nothing is sent. */
  check(): boolean
  /** Its errors are shown as a toast. */
  send(): Promise<void>
  fields(isBusy: boolean): ReactNode
}

/** The fields of an `AuthCard` with the button that sends them. */
export function AuthForm({ texts, check, send, fields }: AuthFormProps) {
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !check()) return
    setBusy(true)
    try {
      await send()
    } catch (error) {
      const description = error instanceof AuthError && error.message ? error.message : accountTexts.noConnection
      showToast({ kind: 'error', title: texts.failed, description })
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {fields(isBusy)}
      <Button kind="solid" type="submit" busy={isBusy} className="mt-1 h-10!">
        {isBusy ? texts.busy : texts.submit}
      </Button>
    </form>
  )
}

/** The shortest accepted password. */
export const minimumPasswordLength = 6

export type FieldErrors = Partial<Record<'firstName' | 'email' | 'password', string>>

/** The error of an email; null without one. The server validates it again. */
export function emailError(email: string): string | null {
  if (email.trim() === '') return accountTexts.required.email
  return /^[^\s@]+@[^\s@]+$/u.test(email.trim()) ? null : accountTexts.badEmail
}

/** The errors of missing or malformed fields. The length of a password is checked separately. */
export function checkFields(values: { firstName?: string; email: string; password: string }): FieldErrors {
  const errors: FieldErrors = {}
  if (values.firstName !== undefined && values.firstName.trim() === '')
    errors.firstName = accountTexts.required.firstName
  const wrongEmail = emailError(values.email)
  if (wrongEmail) errors.email = wrongEmail
  if (values.password === '') errors.password = accountTexts.required.password
  return errors
}

type EmailSentProps = {
  title: string
  text: string
  /** Requests the same email once more. */
  sendAgain(): Promise<void>
}

const { confirm, forgot } = accountTexts

/** Explains where the email with the next step is. */
export function EmailSent({ title, text, sendAgain }: EmailSentProps) {
  const [isBusy, setBusy] = useState(false)
  // Goes on working until the email is confirmed.
  const isGuest = useIsGuest()

  const send = async () => {
    setBusy(true)
    try {
      await sendAgain()
      showToast({ kind: 'success', ...confirm.sent })
    } catch (error) {
      const description = error instanceof AuthError && error.message ? error.message : accountTexts.noConnection
      showToast({ kind: 'error', title: forgot.failed, description })
    }
    setBusy(false)
  }

  return (
    <AuthCard title={title}>
      <p role="status" className="text-muted wrap-anywhere">
        {text}
      </p>
      <Button kind="line" busy={isBusy} className="h-10!" onClick={() => void send()}>
        {isBusy ? forgot.busy : confirm.again}
      </Button>
      {isGuest ? <ToBoard /> : <ToSignIn />}
    </AuthCard>
  )
}

/** For an account whose email is not confirmed yet: it cannot sign in before. */
export const ConfirmationNeeded = ({ email }: { email: string }) => (
  <EmailSent
    title={accountTexts.confirm.neededTitle}
    text={accountTexts.confirm.needed(email)}
    sendAgain={() => requestConfirmation(email)}
  />
)
