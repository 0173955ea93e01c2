import { useQuery } from '@tanstack/react-query'
import type { ModelShape } from '#contract/model.ts'
import { isKeyed } from '#domain/models/provider-keys.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { useCredits } from '#web/data/credits.ts'
import { connectionsQuery } from '#web/data/models/connections.ts'
import { modelKeysQuery } from '#web/data/models/model-keys.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { modelTexts } from '#web/features/models/texts.ts'
import { AccountNeeded } from '#web/ui/account-needed.tsx'
import { ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { AddedProvider } from './added-provider.tsx'
import { KeyedProvider, lineOf, modelsText } from './keyed-provider.tsx'
import { ModelTable } from './model-table.tsx'
import { ProviderRow } from './provider-row.tsx'
import { connectTexts as texts } from './texts.ts'

/** Every provider: those of the catalogue that take a key, those that were added, and those that need no key. */
export function ProvidersTab() {
  const models = useQuery(modelsQuery)
  const keys = useQuery(modelKeysQuery)
  const connections = useQuery(connectionsQuery)
  const isGuest = useIsGuest()
  const hasPrices = useCredits() !== null
  const reads = [models, keys, connections]
  if (!models.data || !keys.data || !connections.data)
    return reads.some(({ isError }) => isError) ? (
      <LoadFailed
        {...texts.failed}
        onTryAgain={() => reads.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch())}
      />
    ) : (
      <ListLoading label={texts.loading} rows={8} />
    )

  const catalogue = models.data.filter(({ connection }) => connection === null)
  const groups = Map.groupBy(catalogue, ({ provider }) => provider)
  const hidden = new Set(models.data.filter(({ isShown }) => !isShown).map(({ value }) => value))
  const common = { hasPrices, mayChange: !isGuest }
  return (
    <>
      {isGuest && (
        <div className="border-hairline border-b py-5">
          <AccountNeeded text={texts.guest} />
        </div>
      )}
      <ul className="pt-2">
        {keys.data.map((modelKey) => (
          <KeyedProvider
            key={modelKey.provider}
            modelKey={modelKey}
            models={groups.get(modelKey.provider) ?? []}
            {...common}
          />
        ))}
        {connections.data.items.map((connection) => (
          <AddedProvider
            key={connection.id}
            connection={connection}
            isOperator={connections.data.canAddForEveryone}
            hidden={hidden}
            hasPrices={hasPrices}
          />
        ))}
        {[...groups]
          .filter(([provider]) => !isKeyed(provider))
          .map(([provider, ofProvider]) => (
            <KeylessProvider
              key={provider}
              name={modelTexts.providers[provider]}
              models={ofProvider}
              hasPrices={hasPrices}
            />
          ))}
      </ul>
    </>
  )
}

type KeylessProviderProps = { name: string; models: readonly ModelShape[]; hasPrices: boolean }

/** An engine of this machine or network, or the built-in painter. */
function KeylessProvider({ name, models, hasPrices }: KeylessProviderProps) {
  const missing = models.find((model) => model.missing !== null)?.missing
  return (
    <ProviderRow
      name={name}
      models={modelsText(models)}
      hasKey={false}
      keyText={texts.provider.needsNoKey}
      state={models.some(({ notice }) => notice !== null) ? { state: 'bad', text: texts.provider.silent } : null}
      test={null}
      onKey={null}
      form={null}
    >
      <ModelTable name={name} lines={models.map(lineOf)} hasPrices={hasPrices} />
      {missing && <p className="border-hairline border-t py-3 text-12 text-muted">{missing}</p>}
    </ProviderRow>
  )
}
