import type { CreditsShape } from '#contract/credits.ts'
import { LedgerTable } from './ledger-table.tsx'
import { SourceList } from './source-list.tsx'
import { usageTexts } from './texts.ts'
import { UsageTable } from './usage-table.tsx'

/** The account page of credits: what is available, the cost of images, and every entry. */
export const UsageScreen = ({ credits }: { credits: CreditsShape }) => (
  <main className="mx-auto grid max-w-[688px] gap-12 px-6 pt-28 pb-24 max-sm:px-4 max-sm:pt-18">
    <h1 className="display text-44 max-sm:text-28">{usageTexts.title}</h1>
    <SourceList credits={credits} />
    <UsageTable />
    <LedgerTable />
  </main>
)
