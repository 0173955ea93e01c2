import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { UsageShape } from '#contract/credits.ts'
import { formatCredits, formatDate } from '#domain/format.ts'
import { usageQuery } from '#web/data/credits.ts'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { usageTexts } from './texts.ts'

const ways = ['day', 'model', 'project', 'token'] as const

/** '21 November 2026'; days are those of UTC. */
const writtenDay = (day: string) => formatDate(`${day}T00:00Z`, 'UTC')

const nameOf = (by: UsageShape['by'], { key, label }: UsageShape['items'][number]) =>
  by === 'day'
    ? writtenDay(key)
    : (label ?? (key === '' && by === 'token' ? usageTexts.yourself : usageTexts.unnamed[by]))

/** The cost of images, by day, model, project or token. */
export function UsageTable() {
  const [by, setBy] = useState<UsageShape['by']>('day')
  return (
    <section aria-labelledby="usage-spent">
      <h2 id="usage-spent" className="mb-2 font-semibold text-16">
        {usageTexts.spent}
      </h2>
      <Tabs.Root value={by} onValueChange={(value) => setBy(ways.find((way) => way === value) ?? 'day')}>
        <Tabs.List aria-label={usageTexts.spent} className="tabs">
          {ways.map((way) => (
            <Tabs.Trigger key={way} value={way} className="tab">
              {usageTexts.by[way]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={by} className="outline-none">
          <SpentRows by={by} />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  )
}

function SpentRows({ by }: { by: UsageShape['by'] }) {
  const { data: items, isError, refetch } = useQuery(usageQuery(by))
  if (!items && isError) return <LoadFailed {...usageTexts.failed} onTryAgain={() => void refetch()} />
  if (!items)
    return (
      <p role="status" className="py-4 text-muted">
        {usageTexts.loading}
      </p>
    )
  if (items.length === 0) return <p className="py-4 text-muted">{usageTexts.nothingSpent}</p>
  const most = Math.max(...items.map(({ spent }) => spent))
  return (
    <table className="w-full text-13 tabular-nums">
      <thead>
        <tr className="text-left text-12 text-muted">
          <th className="py-2 font-normal">{usageTexts.columns[by]}</th>
          <th className="w-20 py-2 text-right font-normal">{usageTexts.columns.images}</th>
          <th className="w-28 py-2 text-right font-normal">{usageTexts.columns.credits}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.key} className="border-hairline border-t">
            <th scope="row" className="py-2.5 pr-4 text-left font-medium [overflow-wrap:anywhere]">
              {nameOf(by, item)}
              {/* The share relative to the largest, as a bar; the figures say the same. */}
              <span aria-hidden="true" className="mt-1.5 block h-1 overflow-hidden rounded-round bg-pressed">
                <span
                  className="block h-full rounded-round bg-muted"
                  style={{ width: `${(item.spent / most) * 100}%` }}
                />
              </span>
            </th>
            <td className="text-right">{item.images}</td>
            <td className="text-right">{formatCredits(item.spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
