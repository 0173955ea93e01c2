import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardAt } from '#web/canvas/scene/picking.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardView } from './board-view.ts'
import { openNewGeneration } from './branching/composing.ts'
import { selectAll } from './selection.ts'

/** A box over the view, from one corner to the opposite one. */
const boxOf = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

/** Where the event is, from the top left of the canvas. */
function pointOf(event: MouseEvent<HTMLElement>): Point {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

const notGround = '[data-card], [data-drag], form, button, a, input, textarea'

type FrameProps = { view: BoardView; children: ReactNode }

/**
 * The ground of the canvas: Shift and a drag selects the cards that the box touches, beside those that were selected before;
 * a double click writes a new generation there.
 */
export function BoardGround({ view, children }: FrameProps) {
  const isTidying = useStore(view.tidying)
  const [box, setBox] = useState<Rect | null>(null)
  const from = useRef<{ corner: Point; before: ReadonlySet<string> } | null>(null)

  /** Whether the event is on the canvas itself: on no card, also none that is only painted, and on no control. */
  const isOnGround = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || !event.target.closest('.canvas')) return false
    const { x, y } = pointOf(event)
    const point = toBoard(screenPoint(x, y), view.controller.get())
    return !event.target.closest(notGround) && cardAt(view.board, point) === null
  }

  const start = (event: PointerEvent<HTMLElement>) => {
    if (!event.shiftKey || event.button !== 0 || event.pointerType === 'touch' || !isOnGround(event)) return
    // Otherwise the ground would be dragged as well.
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { corner: pointOf(event), before: view.selection.get() }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!from.current) return
    const { corner, before } = from.current
    const next = boxOf(corner, pointOf(event))
    const camera = view.controller.get()
    const { x, y } = toBoard(screenPoint(next.x, next.y), camera)
    const area = { x, y, width: next.width / camera.zoom, height: next.height / camera.zoom }
    setBox(next)
    selectAll(view, [...before, ...view.board.index.query(area)])
  }
  const write = (event: MouseEvent<HTMLElement>) => {
    if (!isOnGround(event)) return
    const { x, y } = pointOf(event)
    openNewGeneration(view, toBoard(screenPoint(x, y), view.controller.get()))
  }
  const end = () => {
    from.current = null
    setBox(null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for what the pointer does here are commands
    <div
      className="absolute inset-0"
      data-tidying={isTidying || undefined}
      onPointerDownCapture={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={write}
    >
      {children}
      {box && (
        <div
          className="pointer-events-none absolute top-0 left-0 rounded-4 border border-accent bg-accent/10"
          style={{ width: box.width, height: box.height, transform: `translate(${box.x}px, ${box.y}px)` }}
        />
      )}
    </div>
  )
}
