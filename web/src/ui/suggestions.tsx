import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { announce } from './announce.ts'
import { useCombobox } from './combobox.ts'
import { useKeys } from './keyboard.ts'
import { Popover } from './popups.tsx'

/** Offers a key of the field to the open list: the arrows, Enter and Tab. A key that it takes is prevented. */
export type SuggestionKeys = (event: KeyboardEvent) => void

type SuggestionsProps<Item> = {
  /** The field that they are for, which keeps the focus. */
  field: RefObject<HTMLTextAreaElement | null>
  /** Set to the keys of the open list; null while there is none. */
  keys: RefObject<SuggestionKeys | null>
  fieldLabel: string
  /** The name of the list. */
  label: string
  /** The text that is announced when the list opens, or has other items. */
  announced: string
  /** At least one. */
  items: readonly Item[]
  idOf(item: Item): string
  render(item: Item): ReactNode
  onChoose(item: Item): void
  /** Escape, or a press elsewhere. */
  onLeave(): void
}

/**
 * The list of things that the words before the caret may mean, beside their field. A field of several lines has no role of a combobox
 * (https://www.w3.org/TR/html-aria/#el-textarea): it names the list and the active option all the same.
 */
export function Suggestions<Item>(props: SuggestionsProps<Item>) {
  const { field, keys, label, announced, items, idOf, render, onChoose, onLeave } = props
  const [activeId, setActive] = useState<string | null>(null)
  const combobox = useCombobox({
    fieldLabel: props.fieldLabel,
    listLabel: label,
    items,
    active: items.find((item) => idOf(item) === activeId) ?? null,
    idOf,
    onActivate: (item) => setActive(idOf(item)),
    onChoose,
  })
  const { onKeyDown, 'aria-activedescendant': option } = combobox.field
  const listId = combobox.list.id
  useLayoutEffect(() => {
    keys.current = (event) => {
      if (event.shiftKey) return
      if (event.key === 'Tab' && combobox.current !== null) {
        event.preventDefault()
        onChoose(combobox.current)
      } else if (!event.ctrlKey && !event.metaKey && !event.altKey) onKeyDown(event)
    }
    return () => {
      keys.current = null
    }
  })
  useEffect(() => {
    const node = field.current
    if (!node) return
    const own = { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': listId }
    for (const [name, value] of Object.entries(own)) node.setAttribute(name, value)
    return () => {
      for (const name of [...Object.keys(own), 'aria-activedescendant']) node.removeAttribute(name)
    }
  }, [field, listId])
  useEffect(() => {
    if (option) field.current?.setAttribute('aria-activedescendant', option)
  }, [field, option])
  useEffect(() => announce(announced), [announced])
  // A field at the bottom of the window has its controls below it.
  const isLow = (field.current?.getBoundingClientRect().top ?? 0) > innerHeight / 2
  // Above the keys of the panel that the field is part of.
  useKeys('panel', [['Escape', onLeave]], { within: field })
  const isOfField = (target: EventTarget | null) => target instanceof Node && field.current?.contains(target)
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onLeave()}>
      <Popover.Anchor virtualRef={field as RefObject<HTMLTextAreaElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          side={isLow ? 'top' : 'bottom'}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className="popover suggestions"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // The field has the focus, and handles Escape itself.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => isOfField(event.target) && event.preventDefault()}
        >
          <ul {...combobox.list} className="menu">
            {items.map((item) => (
              <li
                key={idOf(item)}
                {...combobox.optionOf(item)}
                className="menu-item"
                onPointerDown={(event) => event.preventDefault()}
              >
                {render(item)}
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
