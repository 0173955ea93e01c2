import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useCredits } from '#web/data/credits.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { matchingModels } from '#web/features/models/picker/model-filter.ts'
import { ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { ModelTable } from './model-table.tsx'
import { lineOf } from './provider-row.tsx'
import { connectTexts } from './texts.ts'

const texts = connectTexts.allModels

/** Every model of the user's picker, whether it works now or not, with the switch that hides it there. */
export function AllModelsTab() {
  const { data: models, isError, refetch } = useQuery(modelsQuery)
  const hasPrices = useCredits() !== null
  const [words, setWords] = useState('')
  const shown = matchingModels(models ?? [], useDeferredValue(words))
  if (!models && isError) return <LoadFailed {...texts.failed} onTryAgain={() => void refetch()} />
  if (!models) return <ListLoading label={texts.loading} rows={8} className="mt-6" />
  return (
    <>
      <div className="mt-6 mb-4 flex items-center gap-6 max-sm:flex-col max-sm:items-stretch max-sm:gap-3">
        <p className="flex-1 text-13 text-muted">{texts.text}</p>
        <div className="flex h-9 w-[220px] items-center gap-2 rounded-8 bg-raised px-2.5 text-13 focus-within:outline-2 focus-within:outline-ink max-sm:w-full">
          <Search aria-hidden="true" className="text-muted" />
          <input
            dir="auto"
            aria-label={connectTexts.table.filterLabel(models.length)}
            placeholder={connectTexts.table.filter}
            className="min-w-0 flex-1 bg-transparent outline-none"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      </div>
      <div className="rounded-12 bg-panel px-4 py-1 shadow-[0_0_0_1px_var(--hairline)] max-sm:px-3">
        {shown.length === 0 ? (
          <p className="py-3 text-13 text-muted">{connectTexts.table.noMatch}</p>
        ) : (
          <ModelTable
            name={texts.label}
            lines={shown.map((model) => ({
              ...lineOf(model),
              badge: model.isAvailable ? model.badge : connectTexts.table.notConnected,
            }))}
            hasPrices={hasPrices}
          />
        )}
      </div>
    </>
  )
}
