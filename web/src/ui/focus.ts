import { useEffect, useRef, useState } from 'react'

const inputs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Runs an action once, at the first move, touch or key: to load what the user may need next, and not while the page
 * itself is loading. It must be the same function at each render.
 */
export function useFirstInput(run: () => void): void {
  useEffect(() => {
    const watch = new AbortController()
    const begin = () => {
      watch.abort()
      run()
    }
    for (const input of inputs) addEventListener(input, begin, { signal: watch.signal, passive: true })
    return () => watch.abort()
  }, [run])
}

/** The element that had the focus before a stand-in took it, by the stand-in. */
const focusedBefore = new WeakMap<Element, Element>()

/** Focuses what stands in for something whose code is being fetched. Returns the function that gives the focus back. */
export function focusMeanwhile(standIn: HTMLElement): () => void {
  const earlier = document.activeElement
  if (earlier) focusedBefore.set(standIn, earlier)
  standIn.focus({ preventScroll: true })
  return () => earlier instanceof HTMLElement && earlier.focus({ preventScroll: true })
}

/** The element with the focus, or that had it before a stand-in took it. */
function focusedNow(): Element | null {
  const now = document.activeElement
  return (now && focusedBefore.get(now)) ?? now
}

/** Focuses the canvas, else the main part of the page, where nothing better is left: keys and screen readers go on from there. */
function focusPage(): void {
  const target = document.querySelector<HTMLElement>('.canvas') ?? document.querySelector<HTMLElement>('main')
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}

/** Focuses an element. Returns whether it has the focus: one that is hidden by now takes none. */
function takesFocus(target: HTMLElement): boolean {
  target.focus({ preventScroll: true })
  return document.activeElement === target
}

/**
 * Restores the focus when something without a trigger of its own closes: to the element that had it at the first render.
 * @param returnTo A selector of the element to use if that one is gone or hidden, such as an item of a closed menu; default: the page's main part.
 */
export function useReturnFocus(returnTo?: string): () => void {
  const [before] = useState(focusedNow)
  return () => {
    const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
    // Items of a menu or a hover card are removed with it, perhaps a moment after the dialog.
    const isLasting = isThere && !before.closest('.popover, [role=menu]')
    const named = returnTo === undefined ? null : document.querySelector<HTMLElement>(returnTo)
    const takesIt = [isLasting ? before : null, named].some((target) => target !== null && takesFocus(target))
    if (!takesIt) focusPage()
  }
}

/** Restores the focus as {@link useReturnFocus} does, when a panel is gone that had it. For panels that are no dialogs. */
export function useFocusAfter(): void {
  const giveBack = useRef(useReturnFocus())
  useEffect(() => {
    const run = giveBack.current
    return () => {
      // Once it is gone: a command that closed it may have moved the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) run()
      })
    }
  }, [])
}

/** Focuses an opened panel itself, so that nothing in it looks chosen. For `onOpenAutoFocus`. */
export function focusPanel(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** Moves the focus within a list by this many places; at the end of the list it stays. */
export function moveFocus(elements: readonly HTMLElement[], by: number): void {
  const among: readonly (Element | null)[] = elements
  elements[among.indexOf(document.activeElement) + by]?.focus()
}
