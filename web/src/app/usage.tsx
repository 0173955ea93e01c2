import { useState } from 'react'
import { UsageButton } from '#web/features/usage/usage-button.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'

const pricingDialog = lazyPart(async () => (await import('#web/features/pricing/pricing-dialog.tsx')).PricingDialog)

/** The compute usage, with a link to the plans. */
export function Usage({ size }: { size: 'full' | 'ring' }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <UsageButton size={size} onOpenPricing={() => setOpen(true)} />
      {isOpen && <LazySlot part={pricingDialog} props={{ onClose: close }} onClose={close} />}
    </>
  )
}
