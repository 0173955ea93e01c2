import { type FocusEvent, useEffect, useLayoutEffect } from 'react'
import type { CanvasStateShape } from '#contract/board/project.ts'
import type { NoteFields } from '#domain/board/board-item.ts'
import {
  type Camera,
  centreOn,
  clampZoom,
  fitToView,
  initialCamera,
  screenPoint,
  toScreen,
  type ViewportSize,
  visibleBoard,
  zoomAbout,
} from '#domain/geometry/camera.ts'
import { boundsOf, centreOf, commonPart, isWithin, overlaps, type Point, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { noteSpace } from '#domain/layout/taken-space.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import {
  type FreeRoom,
  freeBoard,
  freeRoom,
  freeScreen,
  openPanels,
  phoneWidth,
  roomAtOpening,
  viewAround,
  viewOfWhole,
  viewWithin,
} from '#web/canvas/free-view.ts'
import type { CardLayout } from '#web/data/board/entry.ts'
import type { ProjectOpening } from '#web/data/live/live-session.ts'
import { sharingTexts } from '#web/features/sharing/texts.ts'
import { showToast } from '#web/ui/toast.ts'
import type { BoardSession, MinimapState } from './board-session.ts'
import { selectOnly } from './selection.ts'

const glideMs = 200
/** Kept free around what is fitted into the room, in screen pixels. */
const fitMargin = 24

/** Zooms around the middle of the view. */
export function zoomTo(controller: CameraController, zoom: number): void {
  const { width, height } = controller.viewport()
  controller.glideTo(zoomAbout(controller.get(), screenPoint(width / 2, height / 2), zoom), glideMs)
}

export const zoomBy = (controller: CameraController, factor: number) =>
  zoomTo(controller, controller.get().zoom * factor)

/** The title of a frame and the buttons above it, in screen pixels. */
const headHeight = 64

/** The view of these areas of the board in a room, and of frames with what stands above them; without any: zoom 1, pan 0. */
function viewOfRects(free: FreeRoom, rects: readonly Rect[], frames: readonly Rect[]): Camera {
  const all = [...rects, ...frames]
  if (all.length === 0) return initialCamera
  return viewAround(free, all, (room) => {
    const placeIn = (areas: readonly Rect[]) => {
      const view = fitToView(boundsOf(areas), room, Math.min(fitMargin, room.width / 12))
      return { ...view, panX: view.panX + room.x, panY: view.panY + room.y }
    }
    const head = headHeight / placeIn(all).zoom
    return placeIn([...rects, ...frames.map((frame) => ({ ...frame, y: frame.y - head, height: frame.height + head }))])
  })
}

function fitRects(controller: CameraController, rects: readonly Rect[], frames: readonly Rect[] = []): void {
  controller.glideTo(viewOfRects(freeRoom(controller.viewport()), rects, frames), glideMs)
}

/** Frames cards on the board and places of future ones. */
export function fitWithPlaces(
  { board, controller }: Pick<BoardSession, 'board' | 'controller'>,
  ids: Iterable<string>,
  places: readonly Point[],
): void {
  const present = Array.from(ids, (id) => board.cards.get(id)).filter((card) => card !== undefined)
  const planned = places.map((place) => ({ ...place, isCollapsed: false }))
  fitRects(controller, [...present, ...planned].map(cardRect))
}

/** Frames all cards, frames, notes and rings; the label of a ring stands on its rim. */
export function fitAll({ board, controller }: Pick<BoardSession, 'board' | 'controller'>): void {
  const { frames, notes } = board.items.get()
  const cards = Array.from(board.cards.values(), cardRect)
  fitRects(
    controller,
    [...cards, ...Array.from(notes.values(), noteSpace)],
    [...frames.values(), ...board.purses.get()],
  )
}

/** Frames the selected cards, frames, notes and rings. */
export function fitSelection({ board, controller, selection }: BoardSession): void {
  const { frames, notes } = board.items.get()
  const { cards, items, rings } = selection.get()
  const chosen = [...items]
  fitRects(
    controller,
    [
      ...[...cards].flatMap((id) => board.cards.get(id) ?? []).map(cardRect),
      ...chosen.flatMap((id) => notes.get(id) ?? []).map(noteSpace),
    ],
    [...chosen.flatMap((id) => frames.get(id) ?? []), ...board.purses.get().filter(({ id }) => rings.has(id))],
  )
}

/** Brings a hidden card into view, without changing the zoom. */
export function revealCard({ board, controller }: BoardSession, id: string): void {
  const card = board.cards.get(id)
  const destination = controller.destination()
  if (!card || overlaps(cardRect(card), visibleBoard(destination, controller.viewport()))) return
  controller.glideTo(centreOn(cardRect(card), controller.viewport(), destination.zoom), glideMs)
}

/** A card that is focused by key is selected and brought into view: so the keys of the canvas are for it. */
export const onCardFocus = (session: BoardSession, id: string) => (event: FocusEvent) => {
  if (event.target !== event.currentTarget || !event.currentTarget.matches(':focus-visible')) return
  if (!session.selection.get().cards.has(id)) selectOnly(session, id)
  revealCard(session, id)
}

const recenterDelayMs = 100

/**
 * A card that is added while the project is open is centered, beside the panels that are open. Pictures that this page brings in move
 * the view once, when their places are found. Moving, collapsing and deleting never move it.
 */
export function useRecenter({ board, controller, awaited }: BoardSession): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Ids of cards of pictures that are on their way: the reply to a call and the event of its card come in any order. */
    const shown = new Set<string>()
    const stops = [
      awaited.subscribe(() => {
        for (const { isBroughtIn, id } of awaited.get()) if (isBroughtIn) shown.add(id)
      }),
      board.onAdd((card) => {
        if (shown.delete(card.id)) return
        clearTimeout(timer)
        timer = setTimeout(() => controller.glideTo(viewOfAdded(card, controller), glideMs), recenterDelayMs)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [board, controller, awaited])
}

/** The view of a card at scale 1 in the middle of the free room, or smaller where open panels leave less. */
function viewOfAdded(card: CardLayout, controller: CameraController): Camera {
  const rect = cardRect(card)
  const hasPanels = openPanels().length > 0
  return viewAround(freeRoom(controller.viewport()), [rect], (room) => {
    if (hasPanels) return viewWithin(room, rect, 1)
    const view = centreOn(rect, room, 1)
    return { ...view, panX: view.panX + room.x, panY: view.panY + room.y }
  })
}

/** The newest card; null on an empty board. */
export function newestCard(cards: Iterable<CardLayout>): CardLayout | null {
  let newest: CardLayout | null = null
  for (const card of cards) if (!newest || card.order > newest.order) newest = card
  return newest
}

/** The view with the center of a card in its middle at scale 1. */
const viewOfCard = (card: CardLayout, viewport: ViewportSize): Camera => centreOn(cardRect(card), viewport, 1)

/** A view in another window is kept where it shows this part of a card, or where a card takes up this part of its free room. */
const minSeenPart = 0.3

const areaOf = ({ width, height }: Rect) => width * height

type Opening = {
  saved: CanvasStateShape | null
  cards: readonly CardLayout[]
  frames: readonly Rect[]
  notes: readonly NoteFields[]
  viewport: ViewportSize
  /** The card or board that was handed over to the page; null where it is opened otherwise. */
  opening: ProjectOpening | null
  minimap: MinimapState
}

/**
 * The first view of a project: the newly requested card after Go, all of a new copy; else the saved view; else, without one, the newest
 * card. A saved view has the same middle in a window of any size; where that shows of no card or note as much as `minSeenPart`, and
 * none takes up as much of it, all of them are shown. One that was saved without the size of its window is restored by its corner, and on a phone moved to the nearest card.
 */
export function initialView({ saved, cards, frames, notes, viewport, opening, minimap }: Opening): Camera {
  const rects = [...cards.map(cardRect), ...notes.map(noteSpace)]
  const all = () => viewOfRects(roomAtOpening(viewport, minimap), rects, frames)
  if (opening?.kind === 'whole') return all()
  const fresh = cards.find((card) => card.id === opening?.id)
  if (fresh) return viewOfCard(fresh, viewport)
  if (!saved) {
    const newest = newestCard(cards)
    return newest ? viewOfCard(newest, viewport) : initialCamera
  }
  const camera = { zoom: clampZoom(saved.zoomLevel), panX: saved.panX, panY: saved.panY }
  const { viewWidth, viewHeight } = saved
  if (viewWidth != null && viewHeight != null) {
    const { width, height } = viewport
    const isSameWindow = width === viewWidth && height === viewHeight
    const moved = {
      ...camera,
      panX: camera.panX + (width - viewWidth) / 2,
      panY: camera.panY + (height - viewHeight) / 2,
    }
    const room = freeBoard(moved, viewport, [])
    const seenPart = (rect: Rect) => areaOf(commonPart(rect, room)) / Math.min(areaOf(rect), areaOf(room))
    if (isSameWindow || rects.length === 0 || rects.some((rect) => seenPart(rect) >= minSeenPart)) return moved
    return all()
  }
  if (viewport.width >= phoneWidth) return camera
  const free = freeBoard(camera, viewport, [])
  if (rects.some((rect) => overlaps(rect, free))) return camera
  const middle = centreOf(free)
  const distance = (rect: Rect) => Math.hypot(centreOf(rect).x - middle.x, centreOf(rect).y - middle.y)
  const [first, ...others] = rects
  if (!first) return camera
  const nearest = others.reduce((near, rect) => (distance(rect) < distance(near) ? rect : near), first)
  return viewOfWhole(nearest, viewport, camera.zoom)
}

const pulseMs = 600
const settleMs = 200

/**
 * The view of a card that a link opens: centered in the window at scale 1, or smaller where it would not fit; in the free room alone
 * where the dock or a bar would cover some of it.
 */
export function viewOfLinked(rect: Rect, viewport: ViewportSize): Camera {
  const view = viewOfWhole(rect, viewport, 1)
  const room = freeScreen(viewport, [])
  const onScreen = { ...toScreen(rect, view), width: rect.width * view.zoom, height: rect.height * view.zoom }
  return isWithin(onScreen, room) ? view : viewWithin(room, rect, 1)
}

/** Opens on the card in the address, and pulses it once. */
export function useCardLink(session: BoardSession, cardId: string | null): void {
  const { board, controller, pulsed } = session
  useLayoutEffect(() => {
    const card = board.cards.get(cardId ?? '')
    if (!card) return
    controller.set(viewOfLinked(cardRect(card), controller.viewport()))
    // Starts once the page has settled: during its first frames the pulse would not be visible.
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
