import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage } from '#web/data/api-error.ts'
import { type FieldErrors, fieldErrorsOf } from '#web/data/field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { profileTexts } from './texts.ts'

type FormWork = {
  /** What is wrong before anything is sent. */
  check(): FieldErrors
  send(): Promise<void>
  /** The toast's title when the server refuses, or does not answer. */
  failed: string
}

/** A form of a few fields that the server may refuse: what is wrong at which field, and whether it is being sent. */
export function useRefusableForm({ check, send, failed }: FormWork) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const refuse = (found: FieldErrors) => {
      setErrors(found)
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    }
    const found = check()
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    setBusy(true)
    try {
      await send()
    } catch (error) {
      refuse(fieldErrorsOf(error))
      showToast({ kind: 'error', title: failed, description: errorMessage(error, profileTexts.noConnection) })
    }
    setBusy(false)
  }

  return { errors, isBusy, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}

type ChangingFormProps = {
  texts: { title: string; submit: string; busy: string }
  isBusy: boolean
  onSubmit(event: FormEvent<HTMLFormElement>): void
  /** Two fields: beside each other where there is room. */
  children: ReactNode
}

/** The form in which one thing of the account is changed by the password. */
export const ChangingForm = ({ texts, isBusy, onSubmit, children }: ChangingFormProps) => (
  <form noValidate aria-label={texts.title} onSubmit={onSubmit} className="grid gap-5">
    <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    <Button kind="line" type="submit" busy={isBusy} className="justify-self-start max-sm:justify-self-stretch">
      {isBusy ? texts.busy : texts.submit}
    </Button>
  </form>
)
