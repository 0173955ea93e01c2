import { useEffect, useLayoutEffect } from 'react'
import { centreOn, fitToView } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import { nearZoom } from '#web/canvas/mounting/wanted-cards.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../board-view.ts'
import { sharingTexts } from './texts.ts'

/** Screen pixels kept free around the card where the window is too small to show it at full size. */
const margin = 24
const pulseMs = 600
const settleMs = 200

/**
 * Opens on the card that the address names: in the middle at scale 1, or smaller where it would not fit (but never
 * from so far away that it is only painted), and pulsed once.
 */
export function useCardLink(view: BoardView, cardId: string | null): void {
  const { board, controller, pulsed } = view
  useLayoutEffect(() => {
    const card = board.cards.get(cardId ?? '')
    if (!card) return
    const viewport = controller.viewport()
    const { zoom } = fitToView(cardRect(card), viewport, margin)
    controller.set(centreOn(cardRect(card), viewport, Math.max(zoom, nearZoom)))
    // Once the page stands: in the rush of its first frames nobody would see it.
    const begin = setTimeout(() => pulsed.set(card.id), settleMs)
    const end = setTimeout(() => pulsed.set(null), settleMs + pulseMs)
    return () => {
      clearTimeout(begin)
      clearTimeout(end)
      pulsed.set(null)
    }
  }, [board, controller, pulsed, cardId])

  useEffect(() => {
    if (cardId !== null && !board.cards.has(cardId))
      showToast({ kind: 'info', title: sharingTexts.unknownCard, description: sharingTexts.unknownCardText })
  }, [board, cardId])
}
