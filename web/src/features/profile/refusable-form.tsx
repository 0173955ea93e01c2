import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage, type FieldErrors, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { profileTexts } from './texts.ts'

type FormWork = {
  /** Errors that are known before anything is sent. */
  check(): FieldErrors
  send(): Promise<void>
  /** The toast's title when the server refuses, or does not answer. */
  failed: string
}

/** State of a form with a few fields that the server may refuse: the errors by field, and whether it is being sent. */
export function useRefusableForm({ check, send, failed }: FormWork) {
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
export const ChangingForm = ({ texts, isBusy, onSubmit, children }: ChangingFormProps) => (
  <form noValidate aria-label={texts.title} onSubmit={onSubmit} className="grid gap-5">
    <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    <Button kind="line" type="submit" busy={isBusy} className="justify-self-start max-sm:justify-self-stretch">
      {isBusy ? texts.busy : texts.submit}
    </Button>
  </form>
)
