import { useQuery } from '@tanstack/react-query'
import { modelKeysQuery } from '#web/data/models/model-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ListLoading } from '#web/ui/page-states.tsx'
import { ModelKeyRow } from './model-key-row.tsx'
import { modelKeyTexts as texts } from './texts.ts'

/** The user's own keys of the models' providers. */
export function ModelKeysTab() {
  const { data: keys, isError, refetch } = useQuery(modelKeysQuery)
  return (
    <div className="grid gap-6">
      <p className="max-w-[68ch] text-muted">{texts.text}</p>
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
