import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { errorMessage, type FieldErrors, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { wordTexts } from './texts.ts'

/** The props of each form of the dialog. */
export type FormProps = {
  /** Whether the form has changes that are not saved. */
  changes: RefObject<boolean>
  onCancel(): void
  onSaved(): void
}

type Saving<Reply> = {
  /** Fields that show their own errors. */
  fields: readonly string[]
  /** The errors of the fields before anything is sent. */
  check(): FieldErrors
  send(): Promise<Reply>
  onSaved(reply: Reply): void
  /** The sentence where the server gives none. */
  failed: string
}

/** Saves a form, whose fields stay as they are where the server refuses. */
export function useSaving<Reply>({ fields, check, send, onSaved, failed }: Saving<Reply>) {
  const [wrong, setWrong] = useState<FieldErrors>({})
  const { mutate, reset, isPending, error } = useMutation({ mutationFn: send, onSuccess: onSaved })
  const refused = fieldErrorsOf(error)
  const isAtField = Object.keys(refused).some((name) => fields.includes(name))
  return {
    errors: { ...refused, ...wrong },
    failure: error && !isAtField ? errorMessage(error, failed) : null,
    isBusy: isPending,
    submit(event: FormEvent) {
      event.preventDefault()
      if (isPending) return
      const found = check()
      setWrong(found)
      if (Object.keys(found).length > 0) reset()
      else mutate()
    },
  }
}

type WordsFormProps = Pick<FormProps, 'changes' | 'onCancel'> & {
  label: string
  submit: string
  isChanged: boolean
  isBusy: boolean
  failure: string | null
  onSubmit(event: FormEvent): void
  children: ReactNode
}

/** A form in place of the tabs: its fields, which scroll, and its buttons. */
export function WordsForm(props: WordsFormProps) {
  const { label, submit, isChanged, isBusy, failure, changes, onSubmit, onCancel, children } = props
  useEffect(() => {
    changes.current = isChanged
    return () => {
      changes.current = false
    }
  }, [changes, isChanged])
  return (
    <form aria-label={label} className="flex min-h-0 flex-1 flex-col" noValidate onSubmit={onSubmit}>
      <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
        {children}
      </div>
      <ModalFooter error={failure}>
        <ModalActions cancel={wordTexts.cancel} onCancel={onCancel} submit={submit} isBusy={isBusy} />
      </ModalFooter>
    </form>
  )
}
