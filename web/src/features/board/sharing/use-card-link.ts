import { useEffect, useLayoutEffect } from 'react'
import { fitToView } from '#domain/geometry/camera.ts'
import { cardRect } from '#domain/layout/card.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardView } from '../board-view.ts'
import { sharingTexts } from './texts.ts'

/** Screen pixels kept free around the card where the window is too small to show it at full size. */
const margin = 24
const pulseMs = 600
const settleMs = 200

/** Opens on the card that the address names: in the middle at scale 1, or smaller where it would not fit, and pulsed once. */
export function useCardLink(view: BoardView, cardId: string | null): void {
  const { board, controller, pulsed } = view
  useLayoutEffect(() => {
    const card = board.cards.get(cardId ?? '')
    if (!card) return
    controller.set(fitToView(cardRect(card), controller.viewport(), margin))
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
