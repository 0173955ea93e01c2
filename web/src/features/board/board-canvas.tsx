import { type MouseEvent, memo, type PointerEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { isPending } from '#domain/generation/status.ts'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connector, connectorPath, placeOnConnector } from '#domain/layout/connector.ts'
import { onScreen } from '#web/canvas/camera-controller.ts'
import type { CanvasEngine } from '#web/canvas/canvas-engine.ts'
import { CanvasViewport } from '#web/canvas/canvas-viewport.tsx'
import { followBoardPress } from '#web/canvas/input/follow-board-press.ts'
import type { SceneConnector } from '#web/canvas/scene/connector-index.ts'
import { cardAt } from '#web/canvas/scene/picture-boxes.ts'
import type { SceneCard } from '#web/canvas/scene/scene.ts'
import { useStore } from '#web/data/store.ts'
import { type BoardSession, useBoardSession, useCard, useSelect } from './board-session.ts'
import { Card } from './cards/card.tsx'
import { useCanvasMarks } from './cards/drag-cards.ts'
import { openNewGeneration } from './cards/new-cards.ts'
import { PlaceholderCards } from './cards/placeholder-cards.tsx'
import { CanvasMenu } from './commands/canvas-menu.tsx'
import { pathToRoots, selectAll, selectNone } from './selection.ts'
import { SelectionOverPicture } from './selection-over-picture.tsx'
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
  return (
    <>
      <Connectors {...shown} />
      {behindCards}
      <PlaceholderCards />
      {cards.map(({ id, x, y, isCollapsed, order }) => (
        <Card key={id} id={id} x={x} y={y} isCollapsed={isCollapsed} order={order} />
      ))}
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
 * The background of the canvas: Shift and a drag selects the cards that the box touches, in addition to the selected
 * ones; a double click opens a new generation there.
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
    const { x, y } = pointOf(event)
    const from = toBoard(screenPoint(x, y), controller.get())
    const end = () => setBox(null)
    followBoardPress(event.nativeEvent, event.currentTarget, controller, {
      onMove(offset) {
        const area = boxOf(from, { x: from.x + offset.x, y: from.y + offset.y })
        setBox(onScreen(area, controller))
        selectAll(session, [...before, ...board.index.query(area)])
      },
      onEnd: end,
      onCancel() {
        end()
        selectAll(session, before)
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

type ConnectorsProps = {
  /** The area of the board that the drawing covers. */
  area: Rect
  connectors: readonly SceneConnector[]
}

/**
 * The branches, drawn in canvas units below the cards. A hovered or focused one marks the cards it joins; those from the
 * selected card to its root are lit.
 */
const Connectors = memo(function Connectors({ area, connectors }: ConnectorsProps) {
  const { x, y, width, height } = area
  return (
    // Hidden from screen readers: the label of a card names its parent.
    <svg
      className="connectors"
      aria-hidden="true"
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{ left: x, top: y, width, height }}
    >
      {connectors.map(({ parent, child }) => (
        <Branch key={child.id} parent={parent} child={child} />
      ))}
    </svg>
  )
})

function Branch({ parent, child }: Omit<SceneConnector, 'curve'>) {
  const session = useBoardSession()
  const { board, controller, selection, hovered, traced, dragged, overlays } = session
  const moved = useSelect(dragged, (cards) => (cards?.ids.has(parent.id) || cards?.ids.has(child.id) ? cards : null))
  const isOnPath = useSelect(selection, (ids) => pathToRoots(board.cards, ids).has(child.id))
  const isTraced = useSelect(traced, (branch) => branch?.childId === child.id)
  const isHovered = useSelect(hovered, (id) => id === parent.id || id === child.id) || isTraced
  const isRunning = useCard(child.id, ({ status }) => isPending(status))

  const maskId = useCard(child.id, ({ editRecord }) => editRecord?.maskId)
  const imageId = useCard(child.id, ({ parentImageId }) => parentImageId)
  const picture = useCard(parent.id, ({ images }) => images.find(({ id }) => id === imageId))

  const rectOf = (card: SceneCard) => {
    const offset = moved?.ids.has(card.id) ? moved.offset : { x: 0, y: 0 }
    return cardRect({ ...card, x: card.x + offset.x, y: card.y + offset.y })
  }
  const line = connectorPath(connector(rectOf(parent), rectOf(child)))
  const selected = picture && maskId ? placeOnConnector(rectOf(parent), rectOf(child), picture) : null
  const state = isOnPath || isRunning ? 'active' : isHovered ? 'hovered' : undefined
  const trace = (at: Point | null) => traced.set({ parentId: parent.id, childId: child.id, at })
  const tap = (event: PointerEvent<SVGElement>) => {
    // Cards that are painted lie above the line too.
    const canvas = event.currentTarget.closest('.canvas')?.getBoundingClientRect()
    const { left = 0, top = 0 } = canvas ?? {}
    if (cardAt(board, toBoard(screenPoint(event.clientX - left, event.clientY - top), controller.get()))) return
    startTapping(event.nativeEvent, () => {
      const at = { x: event.clientX, y: event.clientY }
      overlays.open({ kind: 'difference', parentId: parent.id, childId: child.id, at, by: 'press' })
    })
  }
  const leave = () => traced.get()?.childId === child.id && traced.set(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the label of a card says the same in words
    <g
      onPointerEnter={(event) => event.pointerType === 'mouse' && trace({ x: event.clientX, y: event.clientY })}
      onPointerLeave={leave}
      onPointerDown={tap}
      onFocus={() => trace(null)}
      onBlur={leave}
    >
      <path className="branch-reach" d={line} />
      <path d={line} tabIndex={-1} data-connector={`${parent.id}:${child.id}`} data-state={state} />
      {picture && maskId && selected && <SelectionOverPicture imageId={picture.id} maskId={maskId} place={selected} />}
    </g>
  )
}

/** A press that moves further is a drag of the background, in screen pixels; one that lasts longer opens the menu. */
const mostMoved = 8
const longestMs = 400

/** Detects a tap: a short press without movement, even when another element captures the pointer meanwhile. */
function startTapping(press: globalThis.PointerEvent, onTap: () => void): void {
  const listening = new AbortController()
  const end = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    listening.abort()
    const moved = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
    if (event.type === 'pointerup' && moved <= mostMoved && event.timeStamp - press.timeStamp <= longestMs) onTap()
  }
  const options = { capture: true, signal: listening.signal }
  addEventListener('pointerup', end, options)
  addEventListener('pointercancel', end, options)
}
