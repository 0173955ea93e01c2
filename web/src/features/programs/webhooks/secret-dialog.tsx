import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { webhookTexts } from './texts.ts'

const texts = webhookTexts.secret

type SecretDialogProps = { secret: string; isReplaced: boolean; onClose(): void }

/** Shows the secret of a webhook, once. Closes by its button alone, so that no slip loses it. */
export function SecretDialog({ secret, isReplaced, onClose }: SecretDialogProps) {
  return (
    <Modal
      title={texts.title}
      returnTo="[data-new-webhook], main h1"
      // Escape and a press outside do nothing here.
      onClose={() => undefined}
      className="[--modal-width:560px]"
      header={
        <header className="px-6 pt-5 max-sm:px-4">
          <Dialog.Title className="font-semibold text-16">{texts.title}</Dialog.Title>
          <p className="mt-0.5 text-muted">
            {texts.text} {isReplaced && texts.replaced}
          </p>
        </header>
      }
    >
      <div className="flex items-center gap-3 px-6 py-4 max-sm:px-4">
        <section aria-label={texts.label} className="min-w-0 flex-1 font-mono text-13 [overflow-wrap:anywhere]">
          <code>{secret}</code>
        </section>
        <Button kind="solid" data-first-focus onClick={() => void copyText(secret, texts.copied)}>
          <Copy aria-hidden="true" /> {texts.copy}
        </Button>
      </div>
      <footer className="flex justify-end border-hairline border-t px-6 py-4 max-sm:px-4">
        <Button kind="solid" onClick={onClose}>
          {texts.done}
        </Button>
      </footer>
    </Modal>
  )
}
