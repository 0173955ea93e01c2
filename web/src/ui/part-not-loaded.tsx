import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useOnline } from './use-online.ts'

const texts = {
  title: 'This part did not load',
  offline: 'You are offline. It loads when the connection is back; the page stays as it is.',
  online: 'Try again. If that does not help, there may be a new version: reload the page.',
  retry: 'Retry',
  reload: 'Reload',
  close: 'Close',
}

/** Says that the code of a part could not be fetched, above the page as it is. Tries again by itself when the connection is back. */
export function PartNotLoaded({ onRetry, onClose }: { onRetry(): void; onClose(): void }) {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry()
    wasOnline.current = isOnline
  }, [isOnline, onRetry])
  // Outside of the page's elements: some of them are moved by a transform, others are hidden by a dialog.
  return createPortal(
    <section role="alert" aria-label={texts.title} className="part-not-loaded popover">
      <div className="grid gap-1">
        <p className="font-semibold text-13">{texts.title}</p>
        <p className="text-13 text-muted">{isOnline ? texts.online : texts.offline}</p>
      </div>
      <IconButton size="small" label={texts.close} onClick={onClose}>
        <X />
      </IconButton>
      <div className="part-not-loaded-actions">
        <Button kind="solid" size="small" onClick={onRetry}>
          {texts.retry}
        </Button>
        {isOnline && (
          <Button kind="line" size="small" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        )}
      </div>
    </section>,
    document.body,
  )
}
