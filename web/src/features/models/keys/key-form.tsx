import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { modelKeyTexts as texts } from './texts.ts'

type KeyFormProps = {
  /** The provider's display name. */
  name: string
  /** The part that sets the field apart from those of other providers: its name is `key-` and this. */
  field: string
  /** The address where the provider issues keys. */
  keyPage?: string | undefined
  /** Stores the key; rejects with the server's error. */
  save(key: string): Promise<void>
  onClose(): void
}

/** The form for a key. It is stored only once the provider has accepted it; errors are shown at the field. */
export function KeyForm({ name, field, keyPage, save, onClose }: KeyFormProps) {
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: (_input: HTMLInputElement | null) => save(key),
    onSuccess() {
      showToast({ kind: 'success', ...texts.saved(name) })
      onClose()
    },
    onError(refusal, input) {
      const wrong = fieldErrorsOf(refusal).key
      setError(wrong ?? null)
      if (wrong === undefined)
        showToast({ kind: 'error', title: texts.saveFailed, description: errorMessage(refusal, texts.noConnection) })
      input?.focus()
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    if (isBusy) return
    setError(key.trim() === '' ? texts.empty : null)
    if (key.trim() === '') return input?.focus()
    mutate(input)
  }

  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }

  return (
    <form noValidate aria-label={texts.field(name)} className="grid gap-3" onSubmit={submit} onKeyDown={leave}>
      <PasswordField
        label={texts.field(name)}
        name={`key-${field}`}
        autoComplete="off"
        autoFocus
        spellCheck={false}
        placeholder={texts.placeholder}
        error={error}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="solid" type="submit" busy={isBusy}>
          {isBusy ? texts.saving : texts.save}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
        {keyPage && (
          <a
            href={keyPage}
            target="_blank"
            rel="noreferrer"
            className="text-link inline-flex items-center gap-1 text-13"
          >
            {texts.getOne} <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        )}
      </div>
    </form>
  )
}
