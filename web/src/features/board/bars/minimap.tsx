import { type PointerEvent, useEffect, useRef } from 'react'
import type { Note } from '#domain/board/board-item.ts'
import { centreOn } from '#domain/geometry/camera.ts'
import { boundsOf, type Point, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { noteSpace } from '#domain/layout/taken-space.ts'
import { followPress, isSecondPress } from '#web/canvas/input/follow-press.ts'
import { watchTheme } from '#web/canvas/tiles/read-look.ts'
import { whenSettled } from '#web/data/board/use-board.ts'
import { useStore } from '#web/data/store.ts'
import { type BoardSession, useIsEmpty } from '../board-session.ts'
import { minimapTexts } from '../texts.ts'
import './canvas-bars.css'

const size = { width: 236, height: 148 }

/** The things on the board. */
type Shapes = { readonly cards: readonly Rect[]; readonly notes: readonly Rect[]; readonly frames: readonly Rect[] }

const measured = new WeakMap<Note, Rect>()

/** The area of a note, which is the same object until it changes: measuring 500 long ones at each change takes 5 ms. */
function noteArea(note: Note): Rect {
  const area = measured.get(note) ?? noteSpace(note)
  measured.set(note, area)
  return area
}

const boundsOfAll = ({ cards, notes, frames }: Shapes) => boundsOf([...cards, ...notes, ...frames])

/** The strength of a note beside a card: it is below pictures in rank. */
const noteOpacity = 0.5

/** Draws cards as small blocks of one color, notes as fainter ones, and frames as outlines. */
function drawShapes(canvas: HTMLCanvasElement, { cards, notes, frames }: Shapes, frame: MinimapFrame): void {
  canvas.width = size.width * devicePixelRatio
  canvas.height = size.height * devicePixelRatio
  if (cards.length + notes.length + frames.length === 0) return
  // Drawn on the CPU: its first canvas on the GPU costs the page more than 100 ms, while the first cards load.
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return
  pen.scale(devicePixelRatio, devicePixelRatio)
  pen.fillStyle = getComputedStyle(canvas).color
  const fill = (rect: Rect) => {
    const { x, y, width, height } = inMinimap(rect, frame)
    pen.fillRect(x, y, Math.max(width, 1), Math.max(height, 1))
  }
  pen.globalAlpha = noteOpacity
  notes.forEach(fill)
  pen.globalAlpha = 1
  cards.forEach(fill)
  pen.strokeStyle = pen.fillStyle
  for (const rect of frames) {
    const { x, y, width, height } = inMinimap(rect, frame)
    pen.strokeRect(x + 0.5, y + 0.5, Math.max(width - 1, 1), Math.max(height - 1, 1))
  }
}

const isSameFrame = (a: MinimapFrame, b: MinimapFrame) => a.x === b.x && a.y === b.y && a.scale === b.scale

/** The whole board with the view on it, unless it is folded or there is no card. A press or a drag moves the view. */
export function Minimap({ session }: { session: BoardSession }) {
  const isOpen = useStore(session.minimap) === 'open'
  const isEmpty = useIsEmpty(session.board)
  return isOpen && !isEmpty ? <OpenMinimap session={session} /> : null
}

function OpenMinimap({ session }: { session: BoardSession }) {
  const cards = useRef<HTMLCanvasElement>(null)
  const selected = useRef<HTMLCanvasElement>(null)
  const viewWindow = useRef<HTMLDivElement>(null)
  const frame = useRef<MinimapFrame>({ x: 0, y: 0, scale: 1 })

  useEffect(() => {
    const { controller, board, selection } = session
    const [cardsNode, selectedNode, windowNode] = [cards.current, selected.current, viewWindow.current]
    if (!cardsNode || !selectedNode || !windowNode) return
    const read = (): Shapes => {
      const { frames, notes } = board.items.get()
      return {
        cards: Array.from(board.cards.values(), cardRect),
        notes: Array.from(notes.values(), noteArea),
        frames: [...frames.values()],
      }
    }
    let shapes = read()
    let bounds = boundsOfAll(shapes)

    const showWindow = () => {
      const { x, y, width, height } = inMinimap(controller.visible(), frame.current)
      const { style } = windowNode
      // A layer of its own, which is moved without painting the minimap again.
      style.transform = `translate3d(${x}px, ${y}px, 0)`
      const [wide, high] = [`${width}px`, `${height}px`]
      if (style.width !== wide) style.width = wide
      if (style.height !== high) style.height = high
    }
    const drawSelected = () => {
      const chosen = Array.from(selection.get().cards, (id) => board.cards.get(id)).filter((card) => card !== undefined)
      drawShapes(selectedNode, { cards: chosen.map(cardRect), notes: [], frames: [] }, frame.current)
    }
    const draw = () => {
      frame.current = minimapFrame(bounds, controller.visible(), size)
      drawShapes(cardsNode, shapes, frame.current)
      drawSelected()
      showWindow()
    }
    const arrange = () => {
      shapes = read()
      bounds = boundsOfAll(shapes)
      draw()
    }
    const rest = () => {
      if (!isSameFrame(frame.current, minimapFrame(bounds, controller.visible(), size))) draw()
    }

    draw()
    const stops = [
      controller.onFrame(showWindow),
      controller.onRest(rest),
      whenSettled(board, arrange),
      board.items.subscribe(arrange),
      selection.subscribe(drawSelected),
      watchTheme(draw),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session])

  const press = ({ nativeEvent, currentTarget }: PointerEvent<HTMLElement>) => {
    if (nativeEvent.button !== 0 || isSecondPress(nativeEvent)) return
    const { left, top } = currentTarget.getBoundingClientRect()
    const from = { x: nativeEvent.clientX - left, y: nativeEvent.clientY - top }
    const goTo = ({ x, y }: Point) => {
      const { controller } = session
      const point = fromMinimap({ x: from.x + x, y: from.y + y }, frame.current)
      controller.set(centreOn({ ...point, width: 0, height: 0 }, controller.viewport(), controller.get().zoom))
    }
    goTo({ x: 0, y: 0 })
    followPress(nativeEvent, currentTarget, { threshold: 0, onMove: goTo })
  }

  return (
    <div className="minimap island" role="img" aria-label={minimapTexts.label} style={size} onPointerDown={press}>
      <canvas ref={cards} style={size} />
      <canvas ref={selected} className="text-accent" style={size} />
      <div ref={viewWindow} className="minimap-window" />
    </div>
  )
}

/** The transform of the board to the minimap: minimap = board × scale + (x, y). */
type MinimapFrame = Point & { readonly scale: number }

/** Kept free around the cards, in pixels of the minimap. */
const padding = 10

/** Frames all cards and the view. */
export function minimapFrame(
  bounds: Rect | null,
  visible: Rect,
  size: { readonly width: number; readonly height: number },
): MinimapFrame {
  const all = boundsOf(bounds ? [bounds, visible] : [visible]) ?? visible
  const scale = Math.min((size.width - 2 * padding) / all.width, (size.height - 2 * padding) / all.height)
  return {
    scale,
    x: size.width / 2 - (all.x + all.width / 2) * scale,
    y: size.height / 2 - (all.y + all.height / 2) * scale,
  }
}

/** A rectangle of the board in the minimap. */
export const inMinimap = (rect: Rect, { scale, x, y }: MinimapFrame): Rect => ({
  x: rect.x * scale + x,
  y: rect.y * scale + y,
  width: rect.width * scale,
  height: rect.height * scale,
})

/** The point of the board under a point of the minimap. */
export const fromMinimap = (point: Point, { scale, x, y }: MinimapFrame): Point => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
})
