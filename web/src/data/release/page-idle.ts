import { outboxState } from '../outbox/person-outbox.ts'

/** What is open above the page, and would be gone. */
const opened = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const typedInto = 'textarea, input:not([type="checkbox"]):not([type="radio"]):not([type="range"]):not([type="file"])'

/** Whether loading the page anew would lose something: words in a field, an open dialog, a change that is still on its way. */
export function hasUnsaved(): boolean {
  if (outboxState.get().waiting > 0 || document.querySelector(opened) !== null) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedInto)
  return Array.from(fields).some((field) => field.value !== '')
}
