import { useQuery } from '@tanstack/react-query'
import type { ModelRecordShape } from '#contract/cards/series.ts'
import { modelRecordQuery } from '#web/data/series.ts'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { modelRecordTexts as texts } from './texts.ts'

const { columns } = texts

/** The record of the models by the user's own picks. */
export function ModelRecordTab() {
  const { data: records, isError, refetch } = useQuery(modelRecordQuery)
  if (!records && isError) return <LoadFailed {...texts.failed} onTryAgain={() => void refetch()} />
  return (
    <div className="grid gap-6">
      <p className="text-13 text-muted">{texts.text}</p>
      {!records && <p role="status">{texts.loading}</p>}
      {records?.length === 0 && <p className="text-13">{texts.empty}</p>}
      {records && records.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled by keys
        <section className="overflow-x-auto" aria-label={columns.model} tabIndex={0}>
          <table className="w-full min-w-[560px] text-13 tabular-nums">
            <thead>
              <tr className="border-hairline border-b text-left text-12 text-muted">
                {Object.values(columns).map((name, place) => (
                  <th key={name} scope="col" className={`py-2 pr-4 font-normal ${place === 0 ? '' : 'text-right'}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <Row key={record.model} {...record} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function Row({ model, wins, races, images, kept, refused, medianSeconds, spent }: ModelRecordShape) {
  const facts = [
    texts.wins(wins, races),
    images,
    kept,
    refused,
    texts.wait(medianSeconds),
    texts.perKept(spent, kept),
  ].map((value, place) => ({ value, name: Object.values(columns)[place + 1] }))
  return (
    <tr className="border-hairline border-b">
      <th scope="row" className="py-2.5 pr-4 text-left font-medium">
        {model}
      </th>
      {facts.map(({ name, value }) => (
        <td key={name} className="py-2.5 pr-4 text-right">
          {value}
        </td>
      ))}
    </tr>
  )
}
