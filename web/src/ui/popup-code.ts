import { AlertDialog, Dialog, DropdownMenu, HoverCard, Popover } from 'radix-ui'

/** The code of all popups, fetched when the page is there or with the first press: see `popups.tsx`. */
export const popupCode = { AlertDialog, Dialog, DropdownMenu, HoverCard, Popover }
