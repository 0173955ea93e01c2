import { useState } from 'react'
import { ModelSettings } from '#web/features/assistant/model-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { connectTexts as texts } from './texts.ts'

type ConnectLanguageModelProps = {
  /** The feature that needs a language model, as a sentence. */
  missing: string
  /** Selector of the element that gets the focus when the dialog is closed. */
  returnTo: string
  /** Closes the panel around it, also with the dialog; null where the panel stays. */
  onLeave: (() => void) | null
}

/** Shown where there is no language model: what enables it, and the dialog that connects one. */
export function ConnectLanguageModel({ missing, returnTo, onLeave }: ConnectLanguageModelProps) {
  const [isConnecting, setConnecting] = useState(false)
  const close = () => setConnecting(false)
  if (isConnecting && onLeave) return <ConnectDialog returnTo={returnTo} onConnected={close} onClose={onLeave} />
  return (
    <div className="grid gap-3">
      <p>
        <b className="font-medium">{missing}</b>
        <br />
        <span className="text-muted">{texts.text}</span>
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {onLeave && (
          <Button kind="quiet" size="small" onClick={onLeave}>
            {texts.close}
          </Button>
        )}
        <Button kind="solid" size="small" data-connect-language-model onClick={() => setConnecting(true)}>
          {texts.connect}
        </Button>
      </div>
      {isConnecting && <ConnectDialog returnTo={returnTo} onConnected={close} onClose={close} />}
    </div>
  )
}

type ConnectDialogProps = { returnTo: string; onConnected(): void; onClose(): void }

const ConnectDialog = ({ returnTo, onConnected, onClose }: ConnectDialogProps) => (
  <Modal title={texts.connect} returnTo={returnTo} onClose={onClose}>
    <div className="min-h-0 overflow-y-auto px-6 pb-6 max-sm:px-4">
      <ModelSettings onClose={onConnected} />
    </div>
  </Modal>
)
