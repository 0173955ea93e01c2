import { AlertDialog } from '#web/ui/popups.tsx'
import { buttonClass } from './button.tsx'

type ConfirmDialogProps = {
  title: string
  text: string
  confirmLabel: string
  onConfirm(): void
  onClose(): void
}

/** Asks for a confirmation of a deletion. Cancel has the focus. */
export function ConfirmDialog({ title, text, confirmLabel, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog">
          <AlertDialog.Title className="font-semibold text-16 [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-pretty text-muted">{text}</AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass('line')}>Cancel</AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass('danger')} onClick={onConfirm}>
              {confirmLabel}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
