/** Where text is written or a value is chosen. */
const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** What lies above the page and has keys of its own. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** What Enter and Space press. */
const pressable = 'button, a, summary, [role="treeitem"]'

const isWithin = ({ target }: Event, selector: string) => target instanceof Element && target.closest(selector) !== null

/** Whether a key of the page is for the page: nothing has taken it, and it was pressed in no field, dialog or menu. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !isWithin(event, fields) && !isWithin(event, overlays)

/** The same for something that floats over the canvas, which is a popover itself: it has the keys of popovers as well. */
export const isForLayer = (event: KeyboardEvent): boolean => {
  const others = '[role="dialog"]:not(.popover), [role="alertdialog"], [role="menu"], [role="listbox"]'
  return !isWithin(event, fields) && !isWithin(event, others)
}

/** Whether the key presses the control that has the focus. */
export const pressesControl = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') && isWithin(event, pressable)

/** Whether the key belongs to an input method that composes text. Safari ends the composition before it tells of the key,
 * and gives it the key code 229 (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode). */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229

/**
 * Keeps keys of an input method from every handler of the page: Enter that confirms a composition acts nowhere. Installed
 * before anything else listens, since listeners of the window are called in the order in which they were added. Returns
 * the stop.
 */
export function startKeyGuard(page: EventTarget = window): () => void {
  const guard = (event: Event) => {
    if (isComposing(event as KeyboardEvent)) event.stopImmediatePropagation()
  }
  for (const name of ['keydown', 'keyup'] as const) page.addEventListener(name, guard, { capture: true })
  return () => {
    for (const name of ['keydown', 'keyup'] as const) page.removeEventListener(name, guard, { capture: true })
  }
}
