import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { programTexts } from './texts.ts'

type SecretModalProps = {
  secret: string
  texts: {
    readonly title: string
    readonly text: string
    readonly copy: string
    /** The notices of a copied one, and of one that could not be copied. */
    readonly copied: Parameters<typeof copyText>[1]
  }
  /** The name of the secret. */
  label: string
  returnTo: string
  /** The buttons below. */
  footer: ReactNode
  children?: ReactNode
}

/** Shows a secret, once. Closes by its buttons alone, so that no slip loses it. */
export function SecretModal({ secret, texts, label, returnTo, footer, children }: SecretModalProps) {
  return (
    <Modal
      title={texts.title}
      returnTo={returnTo}
      // Escape and a press outside do nothing here.
      onClose={() => undefined}
      className="[--modal-width:560px]"
      header={
        <header className="px-6 pt-5 max-sm:px-4">
          <Dialog.Title className="font-semibold text-16">{texts.title}</Dialog.Title>
          <p className="mt-0.5 text-muted">{texts.text}</p>
        </header>
      }
    >
      <div className="grid min-h-0 gap-4 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
        <div className="flex items-center gap-3 rounded-12 bg-raised py-3 pr-3 pl-4">
          <section aria-label={label} className="min-w-0 flex-1 font-mono text-12 [overflow-wrap:anywhere]">
            <code>{secret}</code>
          </section>
          <Button kind="solid" data-first-focus onClick={() => void copyText(secret, texts.copied)}>
            <Copy aria-hidden="true" /> {texts.copy}
          </Button>
        </div>
        {children}
      </div>
      <ModalFooter>{footer}</ModalFooter>
    </Modal>
  )
}

/** Lines for a terminal or a file, with a button that copies them. @param label Of that button */
export function CopiedCode({ code, label }: { code: string; label: string }) {
  return (
    <div className="relative mt-2 rounded-12 bg-raised">
      <pre className="whitespace-pre-wrap py-3 pr-12 pl-4 font-mono text-12 leading-5 [overflow-wrap:anywhere]">
        {code}
      </pre>
      <IconButton
        label={label}
        size="small"
        className="absolute top-2 right-2"
        onClick={() => void copyText(code, programTexts.connect.copied)}
      >
        <Copy />
      </IconButton>
    </div>
  )
}
