import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { type CardPlace, cardRect } from '#domain/layout/card.ts'
import { startDrag } from '#web/canvas/start-drag.ts'
import { changeCard } from '#web/data/generations.ts'
import { showToast } from '#web/ui/toast.ts'
import { useBoardView } from './board-context.ts'
import type { BoardView } from './board-view.ts'
import { boardTexts } from './texts.ts'

/** Puts a card down: nudged so that it overlaps no other, then stored. */
export function dropCard({ board, dragged }: BoardView, id: string, place: CardPlace): void {
  const others = board.layout.get().filter((card) => card.id !== id)
  const free = avoidOverlap(cardRect(place), others.map(cardRect))
  dragged.set(null)
  changeCard(board, id, { canvasX: free.x, canvasY: free.y }).catch(() =>
    showToast({ kind: 'error', title: boardTexts.error, description: boardTexts.moveFailed }),
  )
}

/** A press on a card selects it; pressing and moving drags it. A finger drags only the card that is already selected. */
export function useDragCard({ id, x, y, isCollapsed }: CardPlace & { id: string }) {
  const view = useBoardView()
  return (press: PointerEvent, element: HTMLElement) => {
    const isOnControl = press.target instanceof Element && press.target.closest('button, a')
    if (press.button !== 0 || isOnControl) return
    const mayDrag = press.pointerType !== 'touch' || view.selected.get() === id
    const placeAt = (offset: { x: number; y: number }) => {
      const { zoom } = view.controller.get()
      return { x: x + offset.x / zoom, y: y + offset.y / zoom }
    }
    startDrag(press, element, {
      onPress: () => view.selected.set(id),
      onMove: (offset) => mayDrag && view.dragged.set({ id, ...placeAt(offset) }),
      onEnd: (offset) => mayDrag && dropCard(view, id, { ...placeAt(offset), isCollapsed }),
      onCancel: () => view.dragged.set(null),
    })
  }
}
