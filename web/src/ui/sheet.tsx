import { X } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Dialog, withProps } from './popups.tsx'

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
              onOpenAutoFocus={(event) => {
                event.preventDefault()
                if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
              }}
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
