import { type KeyboardEvent, useEffect, useId } from 'react'

type ComboboxOptions<Item> = {
  readonly fieldLabel: string
  readonly listLabel: string
  /** The items of the list in the order of the arrows. */
  readonly items: readonly Item[]
  /** The active item: the last one hovered or reached by arrows. If it is not in the list, the first one is active. */
  readonly active: Item | null | undefined
  /** A unique id of an item. */
  idOf(item: Item): string
  onActivate(item: Item): void
  /** Enter on the active item or a press on one, whether it is enabled or not. */
  onChoose(item: Item): void
}

/**
 * The combobox pattern for a field with a list below that is always open
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the field keeps the focus, and `aria-activedescendant` names the active
 * option. The arrows stop at both ends. Keys of an input method do not arrive here (see `startKeyboard`). The caller renders the
 * elements and gives each the props from here.
 */
export function useCombobox<Item>({ items, active, idOf, onActivate, onChoose, ...labels }: ComboboxOptions<Item>) {
  const id = useId()
  const current = active != null && items.includes(active) ? active : (items[0] ?? null)
  const optionId = (item: Item) => `${id}-${idOf(item)}`
  const currentId = current === null ? undefined : optionId(current)

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  const step = (by: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, (current === null ? -1 : items.indexOf(current)) + by))]
    if (next !== undefined) onActivate(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && current !== null) onChoose(current)
    else return
    event.preventDefault()
  }

  return {
    id,
    /** The item that is active now; null in an empty list. */
    current,
    optionId,
    field: {
      role: 'combobox',
      'aria-label': labels.fieldLabel,
      'aria-expanded': true,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': currentId,
      onKeyDown,
    },
    list: { id: `${id}-list`, role: 'listbox', 'aria-label': labels.listLabel, tabIndex: -1 },
    /** Props of an option: it only gets pointer events, the focus and the keys stay with the field. */
    optionOf: (item: Item) => ({
      id: optionId(item),
      role: 'option',
      'aria-selected': item === current,
      onPointerMove: () => item !== active && onActivate(item),
      onClick: () => onChoose(item),
    }),
  } as const
}
