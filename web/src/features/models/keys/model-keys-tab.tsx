import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ModelKeyShape } from '#contract/models/model-key.ts'
import { providerFacts } from '#domain/models/providers.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { modelKeysQuery, removeModelKey, saveModelKey } from '#web/data/models/model-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ListLoading } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { KeyForm } from './key-form.tsx'
import { modelKeyTexts as texts } from './texts.ts'

/** The user's own keys of the models' providers. */
export function ModelKeysTab() {
  const { data: keys, isError, refetch } = useQuery(modelKeysQuery)
  return (
    <div className="grid gap-6">
      <p className="max-w-[68ch] text-muted">
        {texts.text} {texts.elsewhere}{' '}
        <Link to="/models" className="text-link">
          {texts.models}
        </Link>
        .
      </p>
      {isError && !keys && (
        <p className="flex items-center gap-3 text-muted">
          {texts.failed}
          <Button kind="line" size="small" onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </p>
      )}
      {!keys && !isError && <ListLoading label={texts.loading} rows={7} />}
      {keys && (
        <ul className="border-hairline border-t">
          {keys.map((modelKey) => (
            <ModelKeyRow key={modelKey.provider} modelKey={modelKey} />
          ))}
        </ul>
      )}
    </div>
  )
}

function stateOf({ lastFour, check, onServer }: ModelKeyShape): string {
  if (lastFour === null) return onServer ? texts.onServer : texts.none
  return check === 'unknown' ? `${texts.own(lastFour)}. ${texts.unchecked}` : texts.own(lastFour)
}

/** One provider: whose key is in use now, and the form for the user's own key. */
function ModelKeyRow({ modelKey }: { modelKey: ModelKeyShape }) {
  const { provider, lastFour } = modelKey
  const name = providerFacts[provider].label
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  const { mutate: remove, isPending: isBusy } = useMutation({
    mutationFn: () => removeModelKey(provider),
    onSuccess: () => showToast({ kind: 'success', ...texts.removed(name) }),
    onError: (error) =>
      showToast({ kind: 'error', title: texts.removeFailed, description: errorMessage(error, texts.noConnection) }),
    onSettled: () => opener.current?.focus(),
  })

  return (
    <li className="grid gap-4 border-hairline border-b py-4">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold text-14">{name}</h2>
          <p className="text-13 text-muted">{stateOf(modelKey)}</p>
        </div>
        {!isEditing && (
          <div className="flex gap-2">
            {lastFour !== null && (
              <Button
                kind="quiet"
                size="small"
                busy={isBusy}
                aria-label={texts.removeOf(name)}
                onClick={() => remove()}
              >
                {texts.remove}
              </Button>
            )}
            <Button
              ref={opener}
              kind="line"
              size="small"
              aria-label={lastFour === null ? texts.addTo(name) : texts.replaceOf(name)}
              onClick={() => setEditing(true)}
            >
              {lastFour === null ? texts.add : texts.replace}
            </Button>
          </div>
        )}
      </div>
      {isEditing && (
        <KeyForm
          name={name}
          field={provider}
          keyPage={providerFacts[provider].key.page}
          save={(key) => saveModelKey(provider, key)}
          onClose={close}
        />
      )}
    </li>
  )
}
