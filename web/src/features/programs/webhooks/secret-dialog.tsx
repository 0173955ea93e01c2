import { Button } from '#web/ui/button.tsx'
import { SecretModal } from '../secret-modal.tsx'
import { webhookTexts } from './texts.ts'

const texts = webhookTexts.secret

type SecretDialogProps = { secret: string; isReplaced: boolean; onClose(): void }

/** Shows the secret of a webhook, once. */
export const SecretDialog = ({ secret, isReplaced, onClose }: SecretDialogProps) => (
  <SecretModal
    secret={secret}
    texts={isReplaced ? { ...texts, text: `${texts.text} ${texts.replaced}` } : texts}
    label={texts.label}
    returnTo="[data-new-webhook], main h1"
    footer={
      <Button kind="solid" onClick={onClose}>
        {texts.done}
      </Button>
    }
  />
)
