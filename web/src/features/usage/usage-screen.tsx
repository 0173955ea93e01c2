import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { CreditsShape, LedgerEntryShape, UsageShape } from '#contract/money/credits.ts'
import { formatCredits, formatCreditsChange, formatDate, formatTime } from '#domain/format.ts'
import { ledgerQuery, usageCsvAddress, usageQuery } from '#web/data/credits.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadFailed, LoadFailedLine } from '#web/ui/page-states.tsx'
import { usageTexts } from './texts.ts'

/** The available credits: the sum, and its sources in the order in which they are spent. */
const SourceList = ({ credits: { available, held, sources } }: { credits: CreditsShape }) => (
  <section aria-label={usageTexts.available} className="grid gap-5">
    <div className="flex flex-wrap items-end justify-between gap-4">
      <p className="grid gap-1">
        <span className="text-13 text-muted">{usageTexts.available}</span>
        <span className="display text-44 tabular-nums">{formatCredits(available)}</span>
      </p>
      <Link to="/pricing" className={buttonClass('line')}>
        {usageTexts.plans}
      </Link>
    </div>
    {held > 0 && <p className="text-muted tabular-nums">{usageTexts.held(formatCredits(held))}</p>}
    {sources.length === 0 && <p className="text-muted">{usageTexts.nothing}</p>}
    <ul className="tabular-nums">
      {sources.map(({ kind, available: left, expiresAt }) => (
        <li
          key={`${kind} ${expiresAt}`}
          className="grid grid-cols-[1fr_auto] gap-x-4 border-hairline border-t py-2.5 text-13 sm:grid-cols-[1fr_auto_7rem]"
        >
          <span className="font-medium">{usageTexts.sources[kind]}</span>
          <span className="text-muted max-sm:order-1 max-sm:col-span-2">
            {expiresAt === null ? usageTexts.stays : usageTexts.until(formatTime(expiresAt))}
          </span>
          <span className="text-right">{formatCredits(left)}</span>
        </li>
      ))}
    </ul>
  </section>
)

/** The account page of credits: what is available, the cost of images, and every entry. */
export const UsageScreen = ({ credits }: { credits: CreditsShape }) => (
  <main className="mx-auto grid max-w-[688px] gap-12 px-6 pt-28 pb-24 max-sm:px-4 max-sm:pt-18">
    <h1 className="display text-44 max-sm:text-28">{usageTexts.title}</h1>
    <SourceList credits={credits} />
    <UsageTable />
    <LedgerTable />
  </main>
)

const entryText = ({ kind, purpose }: Pick<LedgerEntryShape, 'kind' | 'purpose'>) =>
  (purpose && usageTexts.purposes[purpose][kind]) ?? usageTexts.kinds[kind]

/** Every entry of the ledger, page by page, in plain words. */
function LedgerTable() {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ledgerQuery)
  const entries = data?.pages.flatMap(({ items }) => items)
  const { entryColumns } = usageTexts
  return (
    <section aria-labelledby="usage-ledger">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-4">
        <div className="grid max-w-[52ch] gap-1">
          <h2 id="usage-ledger" className="font-semibold text-16">
            {usageTexts.ledger}
          </h2>
          <p className="text-muted">{usageTexts.ledgerText}</p>
        </div>
        <a href={usageCsvAddress} download className={buttonClass('line')}>
          {usageTexts.csv}
        </a>
      </div>
      {!entries && !isError && (
        <p role="status" className="py-4 text-muted">
          {usageTexts.loading}
        </p>
      )}
      {isError && (
        <LoadFailedLine
          text={usageTexts.failed.text}
          // The first page, or the next one.
          onTryAgain={() => void (entries ? fetchNextPage() : refetch())}
        />
      )}
      {entries && (
        <table className="w-full text-13 tabular-nums">
          <thead>
            <tr className="text-left text-12 text-muted">
              <th className="py-2 font-normal">{entryColumns.kind}</th>
              <th className="py-2 font-normal max-sm:hidden">{entryColumns.source}</th>
              <th className="py-2 font-normal max-sm:hidden">{entryColumns.time}</th>
              <th className="w-24 py-2 text-right font-normal">{entryColumns.credits}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, source, amount, createdAt, ...entry }) => (
              <tr key={id} className="border-hairline border-t">
                <td className="py-2.5">
                  {entryText(entry)}
                  <span className="block text-12 text-muted sm:hidden">
                    {usageTexts.sources[source]}, {formatTime(createdAt)}
                  </span>
                </td>
                <td className="text-muted max-sm:hidden">{usageTexts.sources[source]}</td>
                <td className="text-muted max-sm:hidden">
                  <time dateTime={createdAt}>{formatTime(createdAt)}</time>
                </td>
                <td className="text-right">{formatCreditsChange(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && !isError && (
        <Button
          kind="line"
          busy={isFetchingNextPage}
          className="mt-4 max-sm:w-full"
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? usageTexts.loadingMore : usageTexts.more}
        </Button>
      )}
    </section>
  )
}

const ways = ['day', 'model', 'project', 'token'] as const

/** '21 November 2026'; days are those of UTC. */
const writtenDay = (day: string) => formatDate(`${day}T00:00Z`, 'UTC')

const nameOf = (by: UsageShape['by'], { key, label }: UsageShape['items'][number]) =>
  by === 'day'
    ? writtenDay(key)
    : (label ?? (key === '' && by === 'token' ? usageTexts.yourself : usageTexts.unnamed[by]))

/** The cost of images, prompts and descriptions, by day, model, project or token. */
function UsageTable() {
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
            <td className="text-right">
              {(item.images > 0 || !item.calls) && item.images}
              {item.calls && <span className="block text-12 text-muted">{usageTexts.calls(item.calls)}</span>}
            </td>
            <td className="text-right">{formatCredits(item.spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
