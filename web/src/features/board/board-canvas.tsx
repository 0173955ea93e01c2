import { type MouseEvent, memo, type PointerEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { selectedAsWell, selectedByBox } from '#domain/board/selection.ts'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { noteSpace } from '#domain/layout/taken-space.ts'
import { onScreen } from '#web/canvas/camera-controller.ts'
import type { CanvasEngine } from '#web/canvas/canvas-engine.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { followBoardPress } from '#web/canvas/input/follow-board-press.ts'
import { cardAt } from '#web/canvas/scene/picture-boxes.ts'
import { useStore } from '#web/data/store.ts'
import { type BoardSession, useBoardSession } from './board-session.ts'
import { Connectors, ConnectorsAbove } from './branch-lines.tsx'
import { Card } from './cards/card.tsx'
import { useCanvasMarks } from './cards/drag-cards.ts'
import { openNewGeneration } from './cards/new-cards.ts'
import { PlaceholderCards } from './cards/placeholder-cards.tsx'
import { CanvasMenu } from './commands/canvas-menu.tsx'
import { selectNone } from './selection.ts'
import { boardTexts } from './texts.ts'
import './board.css'
import './cards/image-slot.css'

type BoardCanvasProps = {
  /** Drawn between the connectors and the cards. */
  behindCards: ReactNode
  /** Drawn below and above everything else that has a place on the board, at any zoom. */
  ground: ReactNode
  front: ReactNode
}

/** The canvas with its cards, its menu and its background. */
export function BoardCanvas({ behindCards, ground, front }: BoardCanvasProps) {
  const session = useBoardSession()
  const { controller, engine } = session
  const tool = useStore(session.items.tool)
  useCanvasMarks(session)
  return (
    <CanvasMenu session={session}>
      <BoardBackground session={session}>
        <CanvasViewport
          controller={controller}
          engine={engine}
          label={boardTexts.canvas}
          tool={tool}
          onBackgroundTap={() => {
            selectNone(session)
            session.promptBar.set('rest')
          }}
          ground={ground}
          front={front}
        >
          <NearCards engine={engine} behindCards={behindCards} />
        </CanvasViewport>
      </BoardBackground>
    </CanvasMenu>
  )
}

type NearCardsProps = { engine: CanvasEngine; behindCards: ReactNode }

/** The cards and connectors that are elements of the page. Separate: they change many times a second in a pan. */
const NearCards = memo(function NearCards({ engine, behindCards }: NearCardsProps) {
  const cards = useSyncExternalStore(engine.cards.subscribe, engine.cards.get)
  const shown = useSyncExternalStore(engine.connectors.subscribe, engine.connectors.get)
  const [above, setAbove] = useState<Element | null>(null)
  return (
    <>
      <Connectors {...shown} above={above} />
      {behindCards}
      <PlaceholderCards />
      {cards.map(({ id, x, y, isCollapsed, order }) => (
        <Card key={id} id={id} x={x} y={y} isCollapsed={isCollapsed} order={order} />
      ))}
      <ConnectorsAbove area={shown.area} setElement={setAbove} />
    </>
  )
})

/** A box from one corner to the opposite one. */
const boxOf = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

/** The place of the event, from the top left of the canvas. */
function pointOf(event: MouseEvent<HTMLElement>): Point {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

const notBackground = '[data-card], [data-item], [data-drag], form, button, a, input, textarea'

type BoardBackgroundProps = { session: BoardSession; children: ReactNode }

/**
 * The background of the canvas: Shift and a drag selects by a box, in addition to what is selected; a double click opens a new generation there.
 */
function BoardBackground({ session, children }: BoardBackgroundProps) {
  const isTidying = useStore(session.tidying)
  const [box, setBox] = useState<Rect | null>(null)

  /** Whether the event is on the canvas itself: on no card, mounted or painted, and on no control. */
  const isOnBackground = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || !event.target.closest('.canvas')) return false
    const { x, y } = pointOf(event)
    const point = toBoard(screenPoint(x, y), session.controller.get())
    return !event.target.closest(notBackground) && cardAt(session.board, point) === null
  }

  const start = (event: PointerEvent<HTMLElement>) => {
    if (!event.shiftKey || event.button !== 0 || event.pointerType === 'touch' || !isOnBackground(event)) return
    // Otherwise the background would be dragged as well.
    event.stopPropagation()
    const { controller, board } = session
    const before = session.selection.get()
    const { frames, notes } = board.items.get()
    const notesInSpace = Array.from(notes.values(), (note) => ({ id: note.id, ...noteSpace(note) }))
    const { x, y } = pointOf(event)
    const from = toBoard(screenPoint(x, y), controller.get())
    const end = () => setBox(null)
    followBoardPress(event.nativeEvent, event.currentTarget, controller, {
      onMove(offset) {
        const area = boxOf(from, { x: from.x + offset.x, y: from.y + offset.y })
        setBox(onScreen(area, controller))
        const boxed = selectedByBox(area, {
          cards: board.index.query(area),
          notes: notesInSpace,
          frames: frames.values(),
          rings: board.purses.get(),
        })
        session.selection.set(selectedAsWell(before, boxed))
      },
      onEnd: end,
      onCancel() {
        end()
        session.selection.set(before)
      },
    })
  }
  const write = (event: MouseEvent<HTMLElement>) => {
    if (!isOnBackground(event)) return
    const { x, y } = pointOf(event)
    openNewGeneration(session, toBoard(screenPoint(x, y), session.controller.get()))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for what the pointer does here are commands
    <div
      className="absolute inset-0"
      data-tidying={isTidying || undefined}
      onPointerDownCapture={start}
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
