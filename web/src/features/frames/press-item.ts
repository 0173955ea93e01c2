import type { PointerEvent as ReactPointerEvent } from 'react'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { followDrag, withContent } from '#web/features/board/cards/drag-cards.ts'
import { selectOnlyItem, toggleSelectedItem } from '#web/features/board/selection.ts'

/**
 * A press on a frame's title or a note selects it, with Shift it joins or leaves the selection; a drag moves it, with
 * the whole selection if it is part of it, and with what lies in its frames. A finger drags only what is selected.
 */
export function pressItem(session: BoardSession, id: string, event: ReactPointerEvent<HTMLElement>): void {
  const press = event.nativeEvent
  const { selection, items } = session
  if (press.button !== 0 || (press.target instanceof Element && press.target.closest('a, [role="toolbar"]'))) return
  const isSelected = items.selected.get().has(id)
  const chosen = isSelected ? items.selected.get() : new Set([id])
  const mayDrag = press.pointerType !== 'touch' || isSelected
  followDrag(session, press, event.currentTarget, {
    moving: mayDrag ? withContent(session, { ids: isSelected ? selection.get() : new Set(), items: chosen }) : null,
    onPress: () => (press.shiftKey ? toggleSelectedItem(session, id) : selectOnlyItem(session, id)),
  })
}
