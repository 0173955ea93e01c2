import { lazy, Suspense, useState } from 'react'
import { UsageButton } from '#web/features/usage/usage-button.tsx'

const PricingDialog = lazy(() =>
  import('#web/features/pricing/pricing-dialog.tsx').then(({ PricingDialog }) => ({ default: PricingDialog })),
)

/** How much compute is used, and behind it the plans. */
export function Usage({ size }: { size: 'full' | 'ring' }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <UsageButton size={size} onOpenPricing={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <PricingDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
