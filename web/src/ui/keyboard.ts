import { type RefObject, useEffect, useRef } from 'react'
import { matchesKeys } from './keys.ts'
import { isListOpen } from './open-list.ts'

/**
 * Layers that handle keys, the topmost first: a running drag, a dialog over everything, a panel that floats over the
 * page, the page itself. Within a layer the newest binding is asked first.
 */
const layers = ['drag', 'dialog', 'panel', 'page'] as const
export type KeyLayer = (typeof layers)[number]

/** Where the focus is: in a field, a menu or a dialog, or on the page. A panel counts as a dialog here. */
export type KeyFocus = 'field' | 'overlay' | 'page'

/** Elements that take keys as text, or use them themselves: a slider arrows, a checkbox Space. */
const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const arrows: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])
/** The keys of inputs that take no text; all other keys are free while they have the focus. */
const usedKeys: Readonly<Record<string, ReadonlySet<string>>> = {
  range: arrows,
  radio: new Set([...arrows, ' ']),
  checkbox: new Set([' ']),
}
/** Elements that Enter and Space press. */
const pressable = 'button, a, summary, [role="treeitem"]'

/** The part of a keyboard event that the dispatcher reads. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'repeat' | 'target' | 'defaultPrevented'
>

/** Keys of one component. */
export type KeyBinding = {
  readonly layer: KeyLayer
  /** The element of a dialog or a panel; null while it is not in the page. */
  within?(): Element | null
  /** Where a panel's keys work: while the focus is inside of it, on the page below, or both. */
  readonly reach?: 'inside' | 'page' | 'both'
  /** Handles a key; returns whether it did: then no other binding gets it. */
  press(event: KeyPress): boolean
  /** A handled key is released, or the window has lost the focus. */
  release?(): void
}

const elementOf = ({ target }: KeyPress): Element | null => (target && 'closest' in target ? (target as Element) : null)

const closestOf = (event: KeyPress, selector: string): Element | null => elementOf(event)?.closest(selector) ?? null

const focusOf = (event: KeyPress): KeyFocus => {
  const field = closestOf(event, fields)
  if (field && (usedKeys[field.getAttribute('type') ?? '']?.has(event.key) ?? true)) return 'field'
  return closestOf(event, overlays) ? 'overlay' : 'page'
}

/** Whether a key presses the focused control. */
export const pressesControl = (event: KeyPress): boolean =>
  (event.key === 'Enter' || event.key === ' ') && closestOf(event, pressable) !== null

/** Whether the focus is inside the binding's element, and in no menu or dialog above that element. */
function isInside(event: KeyPress, element: Element | null): boolean {
  if (!element?.contains(elementOf(event))) return false
  const nearest = closestOf(event, overlays)
  return nearest === null || nearest.contains(element)
}

/** Whether a key reaches a binding from the focused element. */
function reaches(event: KeyPress, { layer, within, reach = 'inside' }: KeyBinding): boolean {
  switch (layer) {
    case 'drag':
      return true
    case 'dialog':
      return isInside(event, within?.() ?? null) && focusOf(event) !== 'field'
    case 'panel':
      return (
        (reach !== 'page' && isInside(event, within?.() ?? null)) || (reach !== 'inside' && focusOf(event) === 'page')
      )
    case 'page':
      return !event.defaultPrevented && focusOf(event) === 'page'
  }
}

const depthOf = ({ within }: KeyBinding): number => {
  let depth = 0
  for (let at = within?.() ?? null; at; at = at.parentElement) depth++
  return depth
}

/** Inner elements come before outer ones. */
const innermostFirst = (bindings: readonly KeyBinding[]) => bindings.toSorted((a, b) => depthOf(b) - depthOf(a))

/** The stack of bindings. Pure: it listens to nothing itself. */
export function createKeyStack() {
  let bindings: readonly KeyBinding[] = []
  /** The binding that handled each key that is down, by the key's code. */
  const held = new Map<string, KeyBinding>()

  const release = (code: string) => {
    held.get(code)?.release?.()
    held.delete(code)
  }
  return {
    /** Adds a binding above those of its layer. Returns the function that removes it. */
    add(binding: KeyBinding): () => void {
      bindings = [...bindings, binding]
      return () => {
        bindings = bindings.filter((each) => each !== binding)
      }
    },
    /**
     * Offers a key to these layers from the top; returns whether one handled it. A repeat goes to the binding that
     * handled the press, or nowhere.
     */
    press(event: KeyPress, among: readonly KeyLayer[]): boolean {
      const holder = event.repeat ? held.get(event.code) : undefined
      if (holder) {
        if (!among.includes(holder.layer)) return false
        if (bindings.includes(holder) && reaches(event, holder)) holder.press(event)
        return true
      }
      const offered = layers
        .filter((layer) => among.includes(layer))
        .flatMap((layer) => innermostFirst(bindings.filter((each) => each.layer === layer).toReversed()))
      const taker = offered.find((each) => reaches(event, each) && each.press(event))
      if (taker) held.set(event.code, taker)
      return taker !== undefined
    },
    release,
    /** Releases every key: one that is released over another window is not reported here. */
    releaseAll() {
      for (const code of [...held.keys()]) release(code)
    },
  }
}

const stack = createKeyStack()

let isListening = false

/** Adds keys until the returned function is called. The first ones start the listener: pages of visitors have none. */
export function bindKeys(binding: KeyBinding): () => void {
  if (!isListening) startKeyboard()
  isListening = true
  return stack.add(binding)
}

/**
 * Whether the key belongs to an input method that composes text. Safari ends the composition before the key arrives, and gives
 * it the key code 229 (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode).
 */
const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229

/** Whether Escape closes the open list of a select, which the browser does: not the dialog or the panel around it. */
function closesList(event: KeyPress): boolean {
  const select = event.key === 'Escape' ? closestOf(event, 'select') : null
  return select !== null && isListOpen(select)
}

/**
 * Listens to the keyboard for the whole page. Panels and dialogs get a key before any element, the page after all of them.
 * Keys of an input method reach no handler at all: Enter that confirms a composition acts nowhere. Nothing else listens to keys
 * of the window, where they come before and after all elements. Returns the stop.
 */
export function startKeyboard(page: EventTarget = window, keys = stack): () => void {
  const listening = new AbortController()
  const listen = (name: string, capture: boolean, act: (event: KeyboardEvent) => void) =>
    page.addEventListener(name, (event) => act(event as KeyboardEvent), { signal: listening.signal, capture })
  listen('keydown', true, (event) => {
    if (isComposing(event) || closesList(event)) return event.stopImmediatePropagation()
    if (!keys.press(event, ['drag', 'dialog', 'panel'])) return
    event.preventDefault()
    event.stopPropagation()
  })
  listen('keydown', false, (event) => {
    if (keys.press(event, ['page'])) event.preventDefault()
  })
  listen('keyup', true, (event) => {
    if (isComposing(event)) return event.stopImmediatePropagation()
    keys.release(event.code)
  })
  listen('blur', false, keys.releaseAll)
  return () => listening.abort()
}

/** Handlers by key combination, such as `Mod+Enter`. A handler that returns `false` declines the key. */
export type KeyHandlers = readonly (readonly [combination: string, handler: (event: KeyPress) => unknown])[]

/** Runs the handler of a key; returns whether one handled it. */
export function pressKey(handlers: KeyHandlers, event: KeyPress): boolean {
  const found = handlers.find(([combination]) => matchesKeys(event, combination))
  return found !== undefined && found[1](event) !== false
}

type KeyOptions = Pick<KeyBinding, 'reach'> & {
  /** The element of a dialog or a panel. */
  readonly within: RefObject<Element | null>
}

/** Declares the keys of a component for as long as it is mounted. */
export function useKeys(layer: KeyLayer, handlers: KeyHandlers, { within, reach = 'inside' }: KeyOptions): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(
    () => bindKeys({ layer, reach, within: () => within.current, press: (event) => pressKey(latest.current, event) }),
    [layer, reach, within],
  )
}
