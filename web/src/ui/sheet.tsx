import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

type SheetProps = {
  title: string
  trigger: ReactNode
  open: boolean
  onOpenChange(open: boolean): void
  children: ReactNode
}

/** A panel that slides up from the bottom of a phone. */
export function Sheet({ title, trigger, open, onOpenChange, children }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
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
  )
}
