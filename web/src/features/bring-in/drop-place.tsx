import type { ReactNode } from 'react'
import { screenPoint, toBoard, toScreen } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardHeightExpanded, cardWidth } from '#domain/layout/card.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { placeOfNew, spaceOn } from '#web/features/board/cards/new-cards.ts'
import { bringInTexts } from './texts.ts'
import './bring-in.css'

/** The pointer, in screen pixels. */
type Pointer = { readonly clientX: number; readonly clientY: number }

/** The top left of the canvas, in pixels of the window. */
function canvasCorner() {
  const { left = 0, top = 0 } = document.querySelector('.canvas')?.getBoundingClientRect() ?? {}
  return { left, top }
}

/** The top left of a card whose middle is under the pointer, in canvas pixels. */
export function cornerUnder({ controller }: BoardSession, { clientX, clientY }: Pointer): Point {
  const { left, top } = canvasCorner()
  const { x, y } = toBoard(screenPoint(clientX - left, clientY - top), controller.get())
  return { x: Math.round(x - cardWidth / 2), y: Math.round(y - cardHeightExpanded / 2) }
}

/** Where a card will be that is dropped here: on nothing that is there. */
export const placeUnder = (session: BoardSession, pointer: Pointer): Point =>
  placeOfNew(cornerUnder(session, pointer), session.controller.visible(), spaceOn(session.board))

type DropPlaceProps = {
  session: BoardSession
  /** The top left of the card, in canvas pixels. */
  place: Point
  /** Pictures that are dropped. */
  count: number
  /** The pictures, where they are known. */
  children?: ReactNode
}

/** A card at this place, in pixels of the window. */
function outlineAt({ controller }: BoardSession, place: Point): Rect {
  const camera = controller.get()
  const { left, top } = canvasCorner()
  const { x, y } = toScreen(place, camera)
  return { x: left + x, y: top + y, width: cardWidth * camera.zoom, height: cardHeightExpanded * camera.zoom }
}

/** Whether the middle of a card at this place lies in the window, where its outline is seen. */
export function isPlaceSeen(session: BoardSession, place: Point): boolean {
  const { x, y, width, height } = outlineAt(session, place)
  const middle = { x: x + width / 2, y: y + height / 2 }
  return middle.x >= 0 && middle.y >= 0 && middle.x <= innerWidth && middle.y <= innerHeight
}

/** The outline of the card that a drop will make. Where all places in the view are taken, a line at the top says what it will do. */
export function DropPlace({ session, place, count, children }: DropPlaceProps) {
  const { x, y, width, height } = outlineAt(session, place)
  const words = (
    <>
      <b className="font-semibold">{bringInTexts.drop(count)}</b>
      <span className="text-muted">{bringInTexts.dropText(count)}</span>
    </>
  )
  const isSeen = isPlaceSeen(session, place)
  return (
    // It follows the pointer; what a drop has done is announced.
    <div aria-hidden="true">
      <div className="bring-in-place" style={{ width, height, transform: `translate(${x}px, ${y}px)` }}>
        {children}
        {isSeen && words}
      </div>
      {!isSeen && <p className="bring-in-line island">{words}</p>}
    </div>
  )
}
