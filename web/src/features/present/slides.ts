import type { ImageShape } from '#contract/cards/image.ts'
import type { Frame, Note } from '#domain/board/board-item.ts'
import type { Selection } from '#domain/board/selection.ts'
import { finishedImages } from '#domain/generation/status.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { inReadingOrder, itemsIn } from '#domain/layout/frame-content.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { cardsIn } from '#web/features/board/cards/drag-cards.ts'

/** A card with the images that are presented, at its place on the board. */
export type SlideCard = {
  readonly id: string
  readonly rect: Rect
  readonly prompt: string
  readonly images: readonly ImageShape[]
}

/** One slide: a card, or a frame with what lies in it. */
export type Slide =
  | { readonly kind: 'card'; readonly id: string; readonly card: SlideCard }
  | {
      readonly kind: 'frame'
      readonly id: string
      readonly frame: Frame
      readonly frames: readonly Frame[]
      readonly cards: readonly SlideCard[]
      readonly notes: readonly Note[]
    }

export type SlideKind = 'frames' | 'cards'

/** The images that can be presented, as ids in reading order, and the first one. */
export type Presentation = Readonly<Record<SlideKind, readonly string[]>> & {
  readonly start: { readonly kind: SlideKind; readonly place: number }
}

/** The presented images of a card: its starred images, else all finished ones. */
export function presentedImages(images: readonly ImageShape[]): readonly ImageShape[] {
  const finished = finishedImages(images)
  const starred = finished.filter(({ feedback }) => feedback.includes('star'))
  return starred.length > 0 ? starred : finished
}

const hasPicture = (board: BoardStore, id: string): boolean =>
  finishedImages(board.getGeneration(id)?.images ?? []).length > 0

/** The cards among these that have a picture, in reading order. */
function cardIds(board: BoardStore, ids: Iterable<string>): string[] {
  const cards = [...ids].flatMap((id) => board.cards.get(id) ?? [])
  const rects = cards.map((card) => ({ ...cardRect(card), id: card.id }))
  return inReadingOrder(rects).flatMap(({ id }) => (hasPicture(board, id) ? [id] : []))
}

/** Whether something of a frame would be seen: the slide of an empty one is black. */
function hasContent(board: BoardStore, frame: Frame): boolean {
  const { frames, notes } = board.items.get()
  return (
    itemsIn(frame, { frames: frames.values(), notes: notes.values() }).notes.length > 0 ||
    cardsIn(board, frame).some((id) => hasPicture(board, id))
  )
}

/**
 * Plans a presentation. Frames without a picture or a note are left out. Several
 * selected cards, or without them frames, are presented alone; a selected frame also narrows the cards
 * to those in it. One of each is where it begins. Without a selection it is the whole board, frames first. A card's images are read
 * when its slide is shown.
 */
export function planPresentation(board: BoardStore, selected: Pick<Selection, 'cards' | 'items'>): Presentation {
  if (selected.cards.size > 1)
    return { frames: [], cards: cardIds(board, selected.cards), start: { kind: 'cards', place: 0 } }
  const all = inReadingOrder([...board.items.get().frames.values()].filter((frame) => hasContent(board, frame)))
  const chosen = all.filter(({ id }) => selected.items.has(id))
  const frames = (chosen.length > 1 ? chosen : all).map(({ id }) => id)
  if (chosen.length > 0) {
    const inside = new Set(chosen.flatMap((frame) => cardsIn(board, frame)))
    const place = Math.max(0, frames.indexOf(chosen[0]?.id ?? ''))
    return { frames, cards: cardIds(board, inside), start: { kind: 'frames', place } }
  }
  const cards = cardIds(board, board.cards.keys())
  const [only = ''] = selected.cards
  const place = cards.indexOf(only)
  const kind = place >= 0 || frames.length === 0 ? 'cards' : 'frames'
  return { frames, cards, start: { kind, place: Math.max(0, place) } }
}

function slideCard(board: BoardStore, id: string): SlideCard | null {
  const [place, generation] = [board.cards.get(id), board.getGeneration(id)]
  if (!place || !generation) return null
  const images = presentedImages(generation.images)
  return images.length > 0 ? { id, rect: cardRect(place), prompt: generation.prompt, images } : null
}

/** The slide of a card or frame; null where it has gone meanwhile. */
export function readSlide(board: BoardStore, id: string): Slide | null {
  const { frames, notes } = board.items.get()
  const frame = frames.get(id)
  if (!frame) {
    const card = slideCard(board, id)
    return card && { kind: 'card', id, card }
  }
  const inside = itemsIn(frame, { frames: frames.values(), notes: notes.values() })
  const cards = cardsIn(board, frame).flatMap((cardId) => slideCard(board, cardId) ?? [])
  return { kind: 'frame', id, frame, frames: inside.frames, notes: inside.notes, cards }
}

/** The words that name a slide. */
export const slideTitle = (slide: Slide): string => (slide.kind === 'frame' ? slide.frame.title : slide.card.prompt)
