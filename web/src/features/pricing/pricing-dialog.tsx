import { X } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { MemberChoice } from './member-choice.tsx'
import { PlanGrid, Questions } from './plan-grid.tsx'
import { pricingTexts } from './texts.ts'

/** The plans in a dialog above any page. */
export function PricingDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog.Root open returnTo="[data-opens-pricing]" onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="pricing-dialog">
          <header className="flex items-start justify-between gap-4">
            <div>
              <Dialog.Title className="display text-28">{pricingTexts.title}</Dialog.Title>
              <Dialog.Description className="mt-1 mb-10 text-muted max-lg:mb-6">{pricingTexts.lead}</Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <IconButton label={pricingTexts.close}>
                <X />
              </IconButton>
            </Dialog.Close>
          </header>
          <PlanGrid level={3} choice={(props) => <MemberChoice {...props} />} />
          <Questions level={3} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
