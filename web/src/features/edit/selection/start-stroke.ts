import type { Point } from '#domain/geometry/rect.ts'
import type { Stroke } from '../stage/start-stage-gestures.ts'
import { brushWidth, type SelectionMode, type SelectionStep } from './selection.ts'
import type { SelectionPainter } from './selection-painter.ts'

/** The tools that select by a stroke. */
export const strokeTools = ['brush', 'lasso', 'rectangle', 'object', 'eraser'] as const
export type StrokeTool = (typeof strokeTools)[number]

/** The outline of a lasso or a rectangle that is being drawn: x and y, one after the other, in pixels of the picture. */
export type Drawn = readonly number[]

type StrokeOptions = {
  readonly tool: StrokeTool
  readonly mode: SelectionMode
  /** The diameter of the brush, in pixels of the picture. */
  readonly size: number
  readonly painter: SelectionPainter
  toPicture(event: PointerEvent): Point
  /** Shows the outline that is being drawn; null: none any more. */
  onDrawn(drawn: Drawn | null): void
  onEnd(step: SelectionStep): void
  /** A press on a thing of the picture. */
  onPick(at: Point, mode: SelectionMode): void
}

/** A lasso or rectangle that spans less than this is a slip, in pixels of the screen. */
const minSpan = 4

/** Begins a stroke of a tool. It shows itself while it is drawn, and becomes one step when it ends. */
export function startStroke(press: PointerEvent, options: StrokeOptions): Stroke {
  const { tool } = options
  const mode = tool === 'eraser' || press.altKey ? 'subtract' : options.mode
  if (tool === 'brush' || tool === 'eraser') return startBrush(press, { ...options, mode })
  if (tool === 'object') return startPick(press, { ...options, mode })
  return tool === 'lasso' ? startLasso(press, { ...options, mode }) : startRectangle(press, { ...options, mode })
}

function startBrush(press: PointerEvent, { mode, size, painter, toPicture, onEnd }: StrokeOptions): Stroke {
  const points: number[] = []
  let step = { kind: 'brush' as const, mode, points }
  const add = (event: PointerEvent) => {
    const { x, y } = toPicture(event)
    points.push(Math.round(x * 10) / 10, Math.round(y * 10) / 10, Math.round(brushWidth(size, event)))
  }
  add(press)
  painter.preview(step)
  return {
    move(events) {
      const from = points.length / 3
      for (const event of events) add(event)
      painter.preview(step, from)
    },
    hold() {
      painter.takeBack(step)
      step = { ...step, mode: 'subtract' }
      painter.preview(step)
    },
    end: () => onEnd(step),
    cancel: () => painter.takeBack(step),
  }
}

const hasSpan = (press: PointerEvent, now: PointerEvent) =>
  Math.hypot(now.clientX - press.clientX, now.clientY - press.clientY) >= minSpan

/** A press that moves no further than a slip. */
function startPick(press: PointerEvent, { mode, toPicture, onPick }: StrokeOptions): Stroke {
  let hasMoved = false
  return {
    move(events) {
      hasMoved ||= events.some((event) => hasSpan(press, event))
    },
    end() {
      if (!hasMoved) onPick(toPicture(press), mode)
    },
    cancel() {},
  }
}

function startLasso(press: PointerEvent, { mode, toPicture, onDrawn, onEnd }: StrokeOptions): Stroke {
  const points: number[] = []
  let hasMoved = false
  const add = (event: PointerEvent) => {
    const { x, y } = toPicture(event)
    points.push(Math.round(x * 10) / 10, Math.round(y * 10) / 10)
    hasMoved ||= hasSpan(press, event)
  }
  add(press)
  return {
    move(events) {
      for (const event of events) add(event)
      onDrawn([...points])
    },
    end() {
      onDrawn(null)
      if (hasMoved) onEnd({ kind: 'lasso', mode, points })
    },
    cancel: () => onDrawn(null),
  }
}

function startRectangle(press: PointerEvent, { mode, toPicture, onDrawn, onEnd }: StrokeOptions): Stroke {
  const from = toPicture(press)
  let last = press
  const rect = () => {
    const to = toPicture(last)
    const sides = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y) }
    return { ...sides, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) }
  }
  return {
    move(events) {
      last = events.at(-1) ?? last
      const { x, y, width, height } = rect()
      onDrawn([x, y, x + width, y, x + width, y + height, x, y + height])
    },
    end() {
      onDrawn(null)
      const { x, y, width, height } = rect()
      const [left, top] = [Math.round(x), Math.round(y)]
      const sides = { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top }
      if (hasSpan(press, last) && sides.width > 0 && sides.height > 0) onEnd({ kind: 'rectangle', mode, rect: sides })
    },
    cancel: () => onDrawn(null),
  }
}
