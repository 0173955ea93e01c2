import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { centreOn } from '#domain/geometry/camera.ts'
import { overlaps } from '#domain/geometry/rect.ts'
import { type CardPlace, cardRect } from '#domain/layout/card.ts'
import { useBoardView } from './board-context.ts'
import { dropCard } from './use-drag-card.ts'

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

/** Arrows move the focused card (with Shift by more), Delete asks, Escape lets go. A card that takes the focus comes into view. */
export function useCardKeys({ id, x, y, isCollapsed }: CardPlace & { id: string }) {
  const view = useBoardView()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const nudge = (direction: { x: number; y: number }, by: number) => {
    const moved = view.dragged.get()
    const from = moved?.id === id ? moved : { x, y }
    const place = { x: from.x + direction.x * by, y: from.y + direction.y * by }
    view.dragged.set({ id, ...place })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => dropCard(view, id, { ...place, isCollapsed }), putDownMs)
  }

  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.target !== event.currentTarget) return
      const direction = arrows[event.key]
      if (direction) nudge(direction, event.shiftKey ? largeStep : step)
      else if (event.key === 'Delete' || event.key === 'Backspace') view.deleting.set(id)
      else if (event.key === 'Escape') view.selected.set(null)
      else return
      event.preventDefault()
    },
    onFocus(event: FocusEvent) {
      if (event.target !== event.currentTarget || !event.currentTarget.matches(':focus-visible')) return
      view.selected.set(id)
      const rect = cardRect({ x, y, isCollapsed })
      if (overlaps(rect, view.controller.visible())) return
      const { controller } = view
      controller.glideTo(centreOn(rect, controller.viewport(), controller.get().zoom), glideMs)
    },
  }
}
