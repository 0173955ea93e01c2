import { type FormEvent, useState } from 'react'
import { errorMessage } from '#web/data/api-error.ts'
import { type FieldErrors, fieldErrorsOf } from '#web/data/field-errors.ts'
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
