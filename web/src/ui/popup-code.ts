import { AlertDialog, Dialog, DropdownMenu, HoverCard, Popover } from 'radix-ui'
import { type ComponentProps, createElement } from 'react'
import { isAnyListOpen } from './open-list.ts'

/** Whether the last press closes an open list. A touch reaches a popup only as a click, when the list is closed. */
let isPressForList = false
addEventListener(
  'pointerdown',
  () => {
    isPressForList = isAnyListOpen()
  },
  { capture: true },
)

/** Keeps a popup open where a press outside closes the list of a select in it. */
const stayForList = (event: Event) => {
  if (isPressForList) event.preventDefault()
}

const DialogContent = (props: ComponentProps<typeof Dialog.Content>) =>
  createElement(Dialog.Content, { onPointerDownOutside: stayForList, ...props })

const PopoverContent = (props: ComponentProps<typeof Popover.Content>) =>
  createElement(Popover.Content, { onPointerDownOutside: stayForList, ...props })

/** The code of all popups, fetched when the page is there or with the first press: see `popups.tsx`. */
export const popupCode = {
  AlertDialog,
  Dialog: { ...Dialog, Content: DialogContent },
  DropdownMenu,
  HoverCard,
  Popover: { ...Popover, Content: PopoverContent },
}
