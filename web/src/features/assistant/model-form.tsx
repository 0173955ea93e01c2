import { useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { AssistantSetupShape } from '#contract/programs/assistant.ts'
import { type LanguageProvider, languageProviderLabel, languageProviders } from '#domain/agents/assistant-run.ts'
import {
  assistantSetupQuery,
  listLanguageModels,
  removeLanguageModel,
  saveLanguageModel,
  testLanguageModel,
} from '#web/data/assistant.ts'
import { errorMessage, type FieldErrors, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField, SelectField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { keyPages, assistantTexts as texts } from './texts.ts'

const failed = (error: unknown) =>
  showToast({ kind: 'error', title: texts.notDone, description: errorMessage(error, texts.noConnection) })

const providers = languageProviders.map((value) => ({ value, name: languageProviderLabel[value] }))

/** The language model that is used now, with a test; and the form for one of the user's own. */
export function ModelSettings({ onClose }: { onClose: (() => void) | null }) {
  const { data: setup } = useQuery(assistantSetupQuery)
  if (!setup) return null
  return (
    <div className="grid gap-3">
      <h3 className="display">{texts.setupTitle}</h3>
      <p className="text-13 text-muted">{texts.setupText}</p>
      {setup.server && (
        <p className="text-13 text-muted">{texts.onServer(setup.server.model, setup.server.provider)}</p>
      )}
      {!setup.server && !setup.own && (
        <>
          <p className="text-13 text-muted">{texts.setupServer}</p>
          <ul aria-label={texts.examplesTitle} className="grid gap-1 rounded-12 bg-raised px-3 py-2.5 text-13">
            {texts.examples.map((example) => (
              <li key={example}>“{example}”</li>
            ))}
          </ul>
        </>
      )}
      {setup.own && <OwnModel own={setup.own} />}
      {!setup.own && setup.server && <TestButton />}
      <ModelForm own={setup.own} onClose={onClose} />
    </div>
  )
}

function TestButton() {
  const { mutate, data, isPending } = useMutation({ mutationFn: testLanguageModel, onError: failed })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button kind="line" size="small" busy={isPending} onClick={() => mutate()}>
        {isPending ? texts.testing : texts.test}
      </Button>
      <span role="status" className="text-12 text-muted">
        {data && (data.state === 'answers' ? texts.answers(data.ms ?? 0) : data.reason)}
      </span>
    </div>
  )
}

function OwnModel({ own }: { own: NonNullable<AssistantSetupShape['own']> }) {
  const { mutate: remove, isPending } = useMutation({
    mutationFn: removeLanguageModel,
    onSuccess: () => showToast({ kind: 'success', title: texts.removed }),
    onError: failed,
  })
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-12 bg-raised px-3 py-2.5 [&>b]:flex-[1_0_100%]">
      <b className="min-w-0 break-words font-medium text-13">{texts.ownModel(own.model, own.provider)}</b>
      <TestButton />
      <Button kind="quiet" size="small" busy={isPending} onClick={() => remove()}>
        {texts.remove}
      </Button>
    </div>
  )
}

type FormProps = { own: AssistantSetupShape['own']; onClose: (() => void) | null }

function ModelForm({ own, onClose }: FormProps) {
  const [provider, setProvider] = useState<LanguageProvider>(own?.provider ?? 'anthropic')
  const [address, setAddress] = useState(own?.baseUrl ?? '')
  const [key, setKey] = useState('')
  const [model, setModel] = useState(own?.model ?? '')
  const [errors, setErrors] = useState<FieldErrors>({})
  const listId = useId()
  const isCompatible = provider === 'compatible'
  const place = {
    provider,
    ...(isCompatible && { baseUrl: address.trim() }),
    ...(key.trim() !== '' && { key: key.trim() }),
  }
  const refused = (error: unknown) => {
    const wrong = fieldErrorsOf(error)
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) failed(error)
  }
  const find = useMutation({
    mutationFn: () => listLanguageModels(place),
    onSuccess(models) {
      setErrors({})
      const [first] = models
      if (model === '' && first && models.length === 1) setModel(first.id)
    },
    onError: refused,
  })
  const save = useMutation({
    mutationFn: () => saveLanguageModel({ ...place, model: model.trim() }),
    onSuccess() {
      setErrors({})
      setKey('')
      showToast({ kind: 'success', title: texts.saved })
      onClose?.()
    },
    onError: refused,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const keyPage = keyPages[provider]
  const isSaved = own?.provider === provider && own.lastFour !== null

  return (
    <form noValidate className="grid gap-3" aria-label={texts.setupTitle} onSubmit={submit}>
      <SelectField
        label={texts.provider}
        value={provider}
        options={providers}
        onChange={(value) => {
          setProvider(value as LanguageProvider)
          setErrors({})
          find.reset()
        }}
      />
      {isCompatible && (
        <Field
          label={texts.address}
          type="url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://"
          hint={texts.addressHint}
          error={errors.baseUrl ?? null}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      )}
      <PasswordField
        label={isCompatible ? texts.keyOptional : texts.key}
        name="language-model-key"
        autoComplete="off"
        spellCheck={false}
        placeholder={isSaved ? texts.keyKept(own?.lastFour ?? '') : ''}
        error={errors.key ?? null}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      {keyPage && (
        <a
          href={keyPage}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex items-center gap-1 justify-self-start text-13"
        >
          {texts.getKey} <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      )}
      <Field
        label={texts.model}
        list={listId}
        spellCheck={false}
        autoComplete="off"
        hint={find.data ? texts.found(find.data.length) : texts.modelHint}
        error={errors.model ?? null}
        value={model}
        onChange={(event) => setModel(event.target.value)}
      />
      <datalist id={listId}>
        {find.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="solid" type="submit" busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
        <Button kind="line" busy={find.isPending} onClick={() => find.mutate()}>
          {texts.findModels}
        </Button>
        {onClose && (
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
