import { useQuery } from '@tanstack/react-query'
import { Check, KeyRound } from 'lucide-react'
import { isKeyed, keySettings } from '#domain/models/provider-keys.ts'
import { modelsQuery } from '#web/data/queries.ts'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { type ModelGroup, modelGroups } from './model-groups.ts'
import { modelTexts } from './texts.ts'

const texts = modelTexts.connectPage

/** For operators: how to enable each provider, and its current state. */
export function ConnectModels() {
  const { data: models, isError, refetch } = useQuery(modelsQuery)
  return (
    <>
      <p className="mt-6 max-w-[68ch] text-13 text-muted">{texts.text}</p>
      {!models && isError && (
        <LoadFailed title={modelTexts.failed} text={texts.failedText} onTryAgain={() => void refetch()} />
      )}
      {!models && !isError && (
        <div role="status" aria-label={modelTexts.loading} className="shimmer mt-6 h-[720px] rounded-12" />
      )}
      <ul className="mt-6 border-hairline border-t">
        {modelGroups(models ?? []).map((group) => (
          <Provider key={group.provider} group={group} />
        ))}
      </ul>
    </>
  )
}

function Provider({ group: { provider, models } }: { group: ModelGroup }) {
  const missing = models.find((model) => model.missing !== null)?.missing ?? null
  const key = isKeyed(provider) ? keySettings[provider] : null
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-6 gap-y-2 border-hairline border-b py-4 max-sm:grid-cols-1">
      <div>
        <h2 className="font-semibold text-14">{modelTexts.providers[provider]}</h2>
        <p className="text-13 text-muted">{models.map(({ name }) => name).join(', ')}</p>
      </div>
      <div className="grid content-start gap-1 text-13">
        <p className="flex gap-2">
          {missing === null ? (
            <Check aria-hidden="true" className="mt-0.5 text-muted" />
          ) : (
            <KeyRound aria-hidden="true" className="mt-0.5 text-muted" />
          )}
          {missing ?? texts.connected}
        </p>
        <p className="pl-6 text-muted">
          {key === null ? (
            texts.noKey
          ) : (
            <>
              {texts.keyIn} <code className="rounded-4 bg-raised px-1 py-0.5 text-12 text-ink">{key}</code>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
