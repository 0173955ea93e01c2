import { useSearch } from '@tanstack/react-router'
import { BillingScreen } from '#web/features/billing/billing-screen.tsx'
import { appTexts } from './texts.ts'
import { ToolPage } from './tool-page.tsx'

/** The portal of plans without a payment service. */
export function BillingPage() {
  const { plan = null } = useSearch({ from: '/signed-in/billing-portal' })
  return (
    <ToolPage title={appTexts.titles.billing}>
      <BillingScreen key={plan} wanted={plan} />
    </ToolPage>
  )
}
