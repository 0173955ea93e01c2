import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { centreOn } from '#domain/geometry/camera.ts'
import { overlaps } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { useBoardView } from './board-context.ts'
import { dropCards } from './move-cards.ts'
import { actedOn, selectNone, selectOnly } from './selection.ts'

const step = 10
const largeStep = 100
/** A row of arrow presses is one move: it is put down when the keys have rested this long. */
const putDownMs = 500
const glideMs = 200

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Arrows move the focused card, with the selection it is part of (with Shift by more), Delete asks, Escape lets go. A card that takes the focus comes into view. */
export function useCardKeys(id: string) {
  const view = useBoardView()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const nudge = (direction: { x: number; y: number }, by: number) => {
    const moved = view.dragged.get()
    const ids = moved?.ids.has(id) ? moved.ids : new Set(actedOn(view, id))
    const from = moved?.ids.has(id) ? moved.offset : { x: 0, y: 0 }
    const offset = { x: from.x + direction.x * by, y: from.y + direction.y * by }
    view.dragged.set({ ids, offset })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => dropCards(view, ids, offset), putDownMs)
  }

  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.target !== event.currentTarget) return
      const direction = arrows[event.key]
      if (direction) nudge(direction, event.shiftKey ? largeStep : step)
      else if (event.key === 'Delete' || event.key === 'Backspace') view.deleting.set(actedOn(view, id))
      else if (event.key === 'Escape') selectNone(view)
      else return
      event.preventDefault()
    },
    onFocus(event: FocusEvent) {
      if (event.target !== event.currentTarget || !event.currentTarget.matches(':focus-visible')) return
      if (!view.selection.get().has(id)) selectOnly(view, id)
      const { board, controller } = view
      const card = board.cards.get(id)
      if (!card || overlaps(cardRect(card), controller.visible())) return
      controller.glideTo(centreOn(cardRect(card), controller.viewport(), controller.get().zoom), glideMs)
    },
  }
}
