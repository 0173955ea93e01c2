import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { useStore } from '#web/data/use-store.ts'
import type { BoardView } from './board-view.ts'
import { selectAll } from './selection.ts'

/** A box over the view, from one corner to the opposite one. */
const boxOf = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

type FrameProps = { view: BoardView; children: ReactNode }

/** Shift and a drag over the ground selects the cards that the box touches, beside those that were selected before. */
export function Marquee({ view, children }: FrameProps) {
  const isTidying = useStore(view.tidying)
  const [box, setBox] = useState<Rect | null>(null)
  const from = useRef<{ corner: Point; before: ReadonlySet<string> } | null>(null)

  const pointOf = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  const start = (event: PointerEvent<HTMLElement>) => {
    const isGround =
      event.target instanceof Element &&
      event.target.closest('.canvas') &&
      !event.target.closest('[data-card], button, a, input, textarea')
    if (!event.shiftKey || event.button !== 0 || event.pointerType === 'touch' || !isGround) return
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
  const end = () => {
    from.current = null
    setBox(null)
  }

  return (
    <div
      className="absolute inset-0"
      data-tidying={isTidying || undefined}
      onPointerDownCapture={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
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
