import { useSearch } from '@tanstack/react-router'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { BillingScreen } from '#web/features/billing/billing-screen.tsx'
import { AccountNeeded } from '#web/ui/page-states.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'

/** The portal of plans without a payment service. */
export function BillingPage() {
  const { plan = null } = useSearch({ from: '/signed-in/billing-portal' })
  const isGuest = useIsGuest()
  return (
    <ToolPage title={appTexts.titles.billing}>
      {isGuest ? (
        <main className="mx-auto max-w-[688px] px-6 pt-28 pb-24 max-sm:px-4">
          <h1 className="display mb-8 text-44 max-sm:mb-6 max-sm:text-28">{appTexts.titles.billing}</h1>
          <AccountNeeded text={appTexts.guest.billing} />
        </main>
      ) : (
        <BillingScreen key={plan} wanted={plan} />
      )}
    </ToolPage>
  )
}
