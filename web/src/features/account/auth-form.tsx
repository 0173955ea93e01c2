import { type FormEvent, type ReactNode, useState } from 'react'
import { AuthError } from '#web/data/account/account-state.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { accountTexts } from './texts.ts'

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
