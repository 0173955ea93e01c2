import type { PromptedBranchKind } from '#contract/cards/generation.ts'
import type { NoteFields } from '#domain/board/board-item.ts'
import { finishedImages } from '#domain/generation/status.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { avoidOverlap } from '#domain/layout/avoid-overlap.ts'
import { cardRect } from '#domain/layout/card.ts'
import { placeBranch } from '#domain/layout/place-branch.ts'
import { placeInView } from '#domain/layout/place-in-view.ts'
import { takenSpace } from '#domain/layout/taken-space.ts'
import { glideBy, glideMs, onScreen } from '#web/canvas/camera-controller.ts'
import { freeScreen, freeView, openPanels, viewWithin } from '#web/canvas/free-view.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import type { CardLayout } from '#web/data/board/entry.ts'
import { showToast } from '#web/ui/toast.ts'
import { awaitedPlaces, type BoardSession } from '../board-session.ts'
import type { BranchSource } from '../overlays.ts'
import { boardTexts } from '../texts.ts'
import { imageInHand } from './image-in-hand.ts'

/** The image in hand, if it is one of this card's. */
function inHandOf(session: BoardSession, cardId: string): string | undefined {
  const inHand = imageInHand(session)
  return inHand?.cardId === cardId ? inHand.imageId : undefined
}

type BranchFrom = {
  readonly imageId?: string | undefined
  /** The place of the button that asks, in pixels of the window. */
  readonly at?: Rect | undefined
}

/** Asks for the kind of branch of a card: of the named image, else of the one in hand, else of the first finished one. */
export function openBranch(session: BoardSession, cardId: string, { imageId, at }: BranchFrom = {}): void {
  const { board, overlays } = session
  const finished = finishedImages(board.getGeneration(cardId)?.images ?? [])
  const wanted = imageId ?? inHandOf(session, cardId)
  const image = finished.find(({ id }) => id === wanted) ?? finished[0]
  if (image) overlays.open({ kind: 'branch', source: { parentId: cardId, imageId: image.id }, at })
  else showToast({ kind: 'error', title: boardTexts.error, description: boardTexts.noParentImage })
}

/** Opens the prompt panel for a branch, where its card will be placed. */
export function composeBranch({ board, overlays }: BoardSession, kind: PromptedBranchKind, source: BranchSource): void {
  overlays.close('branch')
  const place = placeOfBranch(source.parentId, contentOf(board))
  if (place) overlays.open({ kind: 'compose', composing: { kind, source, place } })
}

/** Opens the prompt panel for a card without a parent: at a point of the canvas, else where it is seen. */
export function openNewGeneration({ board, controller, overlays }: BoardSession, point?: Point): void {
  const place = placeOfNew(point ?? null, freeView(controller), spaceOn(board))
  overlays.open({ kind: 'compose', composing: { kind: 'new', place } })
}

/** Opens the prompt bar, and moves the focus into it. */
export function openPromptBar({ overlays, promptBar }: BoardSession): void {
  overlays.close('compose')
  promptBar.set('open')
  // After the bar was rendered, where a panel was in its place.
  requestAnimationFrame(() => {
    const text = document.querySelector<HTMLTextAreaElement>('.prompt-bar textarea')
    text?.focus({ preventScroll: true })
    text?.setSelectionRange(text.value.length, text.value.length)
  })
}

/** The space that a new card may not lie on. */
export type Content = { readonly cards: readonly CardLayout[]; readonly notes: Iterable<NoteFields> }

/** The cards and notes of a board. */
export const contentOf = ({ cards, items }: Pick<BoardStore, 'cards' | 'items'>): Content => ({
  cards: [...cards.values()],
  notes: items.get().notes.values(),
})

/** The space that cards and notes take. */
export const spaceOn = ({ cards, items }: Pick<BoardStore, 'cards' | 'items'>): Rect[] =>
  takenSpace(cards.values(), items.get().notes.values())

/** The same with cards that are on their way. */
export const spaceWithAwaited = ({ board, awaited }: Pick<BoardSession, 'board' | 'awaited'>): Rect[] => [
  ...spaceOn(board),
  ...awaitedPlaces(awaited).map(cardRect),
]

/** The future place of a branch of this card, by the rule of the server; null without the parent. */
export function placeOfBranch(parentId: string, { cards, notes }: Content): Point | null {
  const parent = cards.find((card) => card.id === parentId)
  if (!parent) return null
  const children = cards.filter((card) => card.parentId === parentId)
  return placeBranch(parent, children, takenSpace(cards, notes))
}

/**
 * The future place of a card without a parent: its top left at the point, else next to the middle of the view, and never on
 * what is there.
 * @param view The part of the board that nothing floats over.
 */
export const placeOfNew = (point: Point | null, view: Rect, taken: readonly Rect[]): Point =>
  point ? avoidOverlap(cardRect({ ...point, isCollapsed: false }), taken) : placeInView(view, taken)

/** The distance that a length has to move so that it lies in another; where it is longer, their middles meet. */
function shiftInto(from: number, length: number, within: { from: number; length: number }): number {
  if (length > within.length) return within.from + within.length / 2 - from - length / 2
  return Math.max(within.from - from, 0) + Math.min(within.from + within.length - from - length, 0)
}

/** Moves the view until the place of a new card is seen; beside an open panel that leaves too little room, a smaller one. */
export function showPlace({ controller }: Pick<BoardSession, 'controller'>, place: Point): void {
  const panels = openPanels()
  const screen = freeScreen(controller.viewport(), panels)
  const rect = cardRect({ ...place, isCollapsed: false })
  const card = onScreen(rect, controller)
  if (panels.length > 0 && (card.width > screen.width || card.height > screen.height))
    controller.glideTo(viewWithin(screen, rect, controller.get().zoom), glideMs)
  else
    glideBy(controller, {
      x: shiftInto(card.x, card.width, { from: screen.x, length: screen.width }),
      y: shiftInto(card.y, card.height, { from: screen.y, length: screen.height }),
    })
}
