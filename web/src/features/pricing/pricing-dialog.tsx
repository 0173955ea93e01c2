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
        <Dialog.Content className="pricing-dialog fixed top-1/2 left-1/2 z-dialog max-h-[min(860px,calc(100dvh_-_48px))] w-[min(1120px,calc(100vw_-_32px))] -translate-1/2 [animation:fade_var(--slow)_var(--out)] overflow-y-auto rounded-20 bg-panel p-8 shadow-(--shadow-pop) ring ring-hairline outline-none max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:max-h-[90dvh] max-sm:w-full max-sm:translate-none max-sm:rounded-t-20 max-sm:rounded-b-none max-sm:px-4 max-sm:pt-5 max-sm:pb-[max(24px,env(safe-area-inset-bottom))]">
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
