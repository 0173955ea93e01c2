import { startDrag } from '#web/canvas/start-drag.ts'
import { useBoardView } from './board-context.ts'
import { dropCards } from './move-cards.ts'
import { actedOn, selectOnly, toggleSelected } from './selection.ts'

/**
 * A press on a card selects it, with Shift it joins or leaves the selection; pressing and moving drags it, with the whole
 * selection if it is part of it. A finger drags only a card that is already selected.
 */
export function useDragCard(id: string) {
  const view = useBoardView()
  return (press: PointerEvent, element: HTMLElement) => {
    const isOnControl = press.target instanceof Element && press.target.closest('button, a')
    if (press.button !== 0 || isOnControl) return
    const mayDrag = press.pointerType !== 'touch' || view.selection.get().has(id)
    const ids = new Set(actedOn(view, id))
    const onBoard = (offset: { x: number; y: number }) => {
      const { zoom } = view.controller.get()
      return { x: offset.x / zoom, y: offset.y / zoom }
    }
    startDrag(press, element, {
      onPress: () => (press.shiftKey ? toggleSelected(view, id) : selectOnly(view, id)),
      onMove: (offset) => mayDrag && view.dragged.set({ ids, offset: onBoard(offset) }),
      onEnd: (offset) => mayDrag && dropCards(view, ids, onBoard(offset)),
      onCancel: () => view.dragged.set(null),
    })
  }
}
