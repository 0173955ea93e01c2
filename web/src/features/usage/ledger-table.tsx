import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCreditsChange, formatTime } from '#domain/format.ts'
import { ledgerQuery, usageCsvAddress } from '#web/data/credits.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { usageTexts } from './texts.ts'

/** Every entry of the ledger, page by page, in plain words. */
export function LedgerTable() {
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
            {entries.map(({ id, kind, source, amount, createdAt }) => (
              <tr key={id} className="border-hairline border-t">
                <td className="py-2.5">
                  {usageTexts.kinds[kind]}
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
