import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/popups.tsx'
import { IconButton } from './button.tsx'
import { useReturnFocus } from './focus.ts'
import { joinClasses } from './join-classes.ts'

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
  const returnFocus = useReturnFocus(returnTo)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className={joinClasses('modal', className)}
          aria-describedby={undefined}
          onOpenAutoFocus={focusMarked}
          onCloseAutoFocus={returnFocus}
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
