import { X } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { useBackCloses } from './back-closes.ts'
import { Button, buttonClass, IconButton } from './button.tsx'
import { focusPanel } from './focus.ts'
import { joinClasses } from './join-classes.ts'
import { AlertDialog, Dialog, withProps } from './popups.tsx'

type ModalProps = {
  title: string
  /** Selector of the element to focus at the end if the previous one is gone. */
  returnTo: string
  onClose(): void
  className?: string
  /**
   * The head of the dialog, where it is not the title with a button to close. Its `Dialog.Title` may be in it or below.
   */
  header?: ReactNode
  children: ReactNode
}

/** A dialog over the page, open as long as it is rendered; on a phone a sheet at the bottom. */
export function Modal({ title, returnTo, onClose, className, header, children }: ModalProps) {
  return (
    <Dialog.Root open returnTo={returnTo} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className={joinClasses('modal', className)}
          aria-describedby={undefined}
          onOpenAutoFocus={focusMarked}
        >
          {header ?? (
            <header className="modal-header">
              <Dialog.Title className="font-semibold text-16 [overflow-wrap:anywhere]">{title}</Dialog.Title>
              <ModalClose />
            </header>
          )}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The button that closes the dialog around it. */
export function ModalClose() {
  return (
    <Dialog.Close asChild>
      <IconButton label="Close">
        <X />
      </IconButton>
    </Dialog.Close>
  )
}

type ModalFooterProps = {
  /** Why what the dialog does was refused: always seen, above the buttons, and a field that is marked comes into view. */
  error?: ReactNode
  children: ReactNode
}

/** The foot of a modal dialog: its buttons, at the right. */
export function ModalFooter({ error = null, children }: ModalFooterProps) {
  const node = useRef<HTMLElement>(null)
  useEffect(() => {
    if (error === null) return
    const fields = node.current?.closest('form, [role="dialog"]')?.querySelector('[aria-invalid="true"]')
    fields?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <footer
      ref={node}
      className="flex flex-wrap items-center justify-end gap-2 border-hairline border-t px-6 py-4 max-sm:px-4"
    >
      {error !== null && (
        <p role="alert" className="mb-1 w-full text-13 text-danger">
          {error}
        </p>
      )}
      {children}
    </footer>
  )
}

type ModalActionsProps = {
  cancel: string
  onCancel(): void
  submit: string
  isBusy: boolean
  /** Without it, the button submits the form around it. */
  onSubmit?(): void
}

/** The two buttons at the foot of a modal dialog that does something. */
export const ModalActions = ({ cancel, onCancel, submit, isBusy, onSubmit }: ModalActionsProps) => (
  <>
    <Button kind="quiet" onClick={onCancel}>
      {cancel}
    </Button>
    <Button kind="solid" busy={isBusy} {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' })}>
      {submit}
    </Button>
  </>
)

/**
 * Focuses the element marked with `data-first-focus`, else the dialog itself: never its close button. On a touch screen
 * never a field, because the keyboard would cover what was opened.
 */
function focusMarked(event: Event): void {
  event.preventDefault()
  if (!(event.currentTarget instanceof HTMLElement)) return
  const marked = event.currentTarget.querySelector<HTMLElement>('[data-first-focus]')
  const bringsKeyboard = marked?.matches('input, textarea') && matchMedia('(pointer: coarse)').matches
  const target = marked && !bringsKeyboard ? marked : event.currentTarget
  target.focus({ preventScroll: true })
}

type ConfirmDialogProps = {
  title: string
  text: string
  confirmLabel: string
  /** Selector of the element to focus at the end if the previous one is gone, as after a deletion. */
  returnTo?: string
  onConfirm(): void
  onClose(): void
}

/** Asks for a confirmation of a deletion. Cancel has the focus. */
export function ConfirmDialog({ title, text, confirmLabel, onConfirm, onClose, returnTo }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open {...(returnTo !== undefined && { returnTo })} onOpenChange={(open) => !open && onClose()}>
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

type SheetProps = {
  title: string
  trigger: ReactElement<ComponentProps<'button'>>
  open: boolean
  onOpenChange(open: boolean): void
  children: ReactNode
}

/** A panel that slides up from the bottom of a phone. */
export function Sheet({ title, trigger, open, onOpenChange, children }: SheetProps) {
  const button = useRef<HTMLButtonElement>(null)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <>
      {withProps(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onClick: () => onOpenChange(true),
      })}
      {open && (
        <Dialog.Root open onOpenChange={onOpenChange}>
          <Dialog.Portal>
            <Dialog.Overlay className="scrim" />
            <Dialog.Content
              className="sheet"
              aria-describedby={undefined}
              // The sheet itself takes the focus: a field would open the keyboard, which covers it.
              onOpenAutoFocus={focusPanel}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                button.current?.focus({ preventScroll: true })
              }}
            >
              <header className="flex items-center justify-between py-2 pr-2 pl-5">
                <Dialog.Title className="font-semibold text-16">{title}</Dialog.Title>
                <Dialog.Close asChild>
                  <IconButton label="Close">
                    <X />
                  </IconButton>
                </Dialog.Close>
              </header>
              {children}
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  )
}
