import { ExternalLink } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { KeyedProvider } from '#domain/models/provider-keys.ts'
import { providerLabel } from '#domain/models/provider-label.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { fieldErrorsOf } from '#web/data/field-errors.ts'
import { saveModelKey } from '#web/data/model-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { keyPages, modelKeyTexts as texts } from './texts.ts'

type ModelKeyFormProps = { provider: KeyedProvider; onClose(): void }

/** The field for a key. It is kept only once the provider has accepted it; what is wrong stands at the field. */
export function ModelKeyForm({ provider, onClose }: ModelKeyFormProps) {
  const name = providerLabel[provider]
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (isBusy) return
    setError(key.trim() === '' ? texts.empty : null)
    if (key.trim() === '') return field?.focus()
    setBusy(true)
    try {
      await saveModelKey(provider, key)
      showToast({ kind: 'success', ...texts.saved(name) })
      return onClose()
    } catch (refusal) {
      const wrong = fieldErrorsOf(refusal).key
      setError(wrong ?? null)
      if (wrong === undefined)
        showToast({ kind: 'error', title: texts.saveFailed, description: errorMessage(refusal, texts.noConnection) })
      field?.focus()
    }
    setBusy(false)
  }

  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }

  return (
    <form
      noValidate
      aria-label={texts.field(name)}
      className="grid gap-3"
      onSubmit={(event) => void submit(event)}
      onKeyDown={leave}
    >
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
