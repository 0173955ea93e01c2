import { inspirationTexts } from '#web/features/compose/texts.ts'
import { Modal } from '#web/ui/modal.tsx'
import { SampleList } from './sample-list.tsx'

/** The inspirations over the page; it closes when one was picked. */
export function InspirationsDialog({ onClose }: { onClose(): void }) {
  return (
    <Modal title={inspirationTexts.heading} returnTo="#inspirations-button" onClose={onClose}>
      <div className="min-h-0 overflow-y-auto p-4 max-sm:p-2">
        <SampleList onPick={onClose} />
      </div>
    </Modal>
  )
}
