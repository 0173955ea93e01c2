import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { KeyedProvider } from '#domain/models/provider-keys.ts'
import { providerLabel } from '#domain/models/provider-label.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/api-error.ts'
import { saveModelKey } from '#web/data/model-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { keyPages, modelKeyTexts as texts } from './texts.ts'

type ModelKeyFormProps = { provider: KeyedProvider; onClose(): void }

/** The form for a key. It is stored only once the provider has accepted it; errors are shown at the field. */
export function ModelKeyForm({ provider, onClose }: ModelKeyFormProps) {
  const name = providerLabel[provider]
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: (_field: HTMLInputElement | null) => saveModelKey(provider, key),
    onSuccess() {
      showToast({ kind: 'success', ...texts.saved(name) })
      onClose()
    },
    onError(refusal, field) {
      const wrong = fieldErrorsOf(refusal).key
      setError(wrong ?? null)
      if (wrong === undefined)
        showToast({ kind: 'error', title: texts.saveFailed, description: errorMessage(refusal, texts.noConnection) })
      field?.focus()
    },
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (isBusy) return
    setError(key.trim() === '' ? texts.empty : null)
    if (key.trim() === '') return field?.focus()
    mutate(field)
  }

  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }

  return (
    <form noValidate aria-label={texts.field(name)} className="grid gap-3" onSubmit={submit} onKeyDown={leave}>
      <PasswordField
        label={texts.field(name)}
        name={`key-${provider}`}
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
        <a
          href={keyPages[provider]}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex items-center gap-1 text-13"
        >
          {texts.getOne} <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      </div>
    </form>
  )
}
