/**
 * Whether the browser tells which lists are open (https://developer.mozilla.org/docs/Web/CSS/:open, from Chrome 133). The lists of others
 * are the system's, which handles the keys and presses of an open one by itself.
 */
const knowsOpenLists = typeof CSS !== 'undefined' && CSS.supports('selector(:open)')

/** Whether the list of a select is open. */
export const isListOpen = (select: Element): boolean => knowsOpenLists && select.matches('select:open')

/** Whether the list of any select in the page is open. */
export const isAnyListOpen = (): boolean => knowsOpenLists && document.querySelector('select:open') !== null
