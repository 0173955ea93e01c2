import { Link } from '@tanstack/react-router'
import type { CreditsShape } from '#contract/credits.ts'
import { formatCredits, formatTime } from '#domain/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { usageTexts } from './texts.ts'
import { UsageTable } from './usage-table.tsx'

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
