import { memo, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { isPending } from '#domain/generation/status.ts'
import { screenPoint, toBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connector, connectorPath, placeOnConnector } from '#domain/layout/connector.ts'
import { followPress } from '#web/canvas/input/follow-press.ts'
import type { SceneConnector, ShownConnectors } from '#web/canvas/scene/connector-index.ts'
import { cardAt } from '#web/canvas/scene/picture-boxes.ts'
import type { SceneCard } from '#web/canvas/scene/scene.ts'
import { useBoardSession, useCard, useSelect } from './board-session.ts'
import { BranchFades, BranchPieces, HiddenPieces, useConnectorPieces } from './branch-pieces.tsx'
import { pathToRoots } from './selection.ts'
import { SelectionOverPicture } from './selection-over-picture.tsx'
import './branch-lines.css'

type ConnectorsProps = ShownConnectors & {
  /** The drawing above the cards, once it is there. */
  above: Element | null
}

/**
 * The branches, drawn in canvas units below the cards. A hovered or focused one marks the cards it joins; those from the
 * selected card to its root are lit.
 */
export const Connectors = memo(function Connectors({ area, connectors, version, above }: ConnectorsProps) {
  return (
    // Hidden from screen readers: the label of a card names its parent.
    <svg className="connectors" aria-hidden="true" {...drawingOf(area)}>
      <BranchFades />
      {connectors.map(({ parent, child }) => (
        <Branch key={child.id} parent={parent} child={child} version={version} above={above} />
      ))}
    </svg>
  )
})

const drawingOf = ({ x, y, width, height }: Rect) => ({
  viewBox: `${x} ${y} ${width} ${height}`,
  style: { left: x, top: y, width, height },
})

/** The states of a line, the strongest last: the port of a parent has the color of its strongest line. */
const states = ['resting', 'hovered', 'active'] as const
type LineState = (typeof states)[number]

type ConnectorsAboveProps = { area: Rect; setElement(element: Element | null): void }

/** Part of the branches above the cards: hidden pieces of hovered and selected ones, and the ports, in one group for each state. */
export const ConnectorsAbove = ({ area, setElement }: ConnectorsAboveProps) => (
  <svg ref={setElement} className="connectors connectors-above" aria-hidden="true" {...drawingOf(area)}>
    {states.map((state) => (
      <g key={state} />
    ))}
  </svg>
)

/** A press that lasts longer opens the menu, in milliseconds. */
const maxTapMs = 400

/** With more selected cards than this, their hidden pieces would cover the board. */
const maxTracedCards = 8

type BranchProps = Omit<SceneConnector, 'curve'> & Pick<ConnectorsProps, 'above' | 'version'>

/** One line. Rendered again when the board has changed, not when other lines come into a moving view. */
const Branch = memo(function Branch({ parent, child, above }: BranchProps) {
  const session = useBoardSession()
  const { board, controller, selection, hovered, traced, dragged, overlays } = session
  const moved = useSelect(dragged, (now) => (now?.cards.has(parent.id) || now?.cards.has(child.id) ? now : null))
  const isOnPath = useSelect(selection, ({ cards }) => pathToRoots(board.cards, cards).has(child.id))
  const isSelected = useSelect(
    selection,
    ({ cards }) => cards.size <= maxTracedCards && (cards.has(parent.id) || cards.has(child.id)),
  )
  const isTraced = useSelect(traced, (branch) => branch?.childId === child.id)
  const isHovered = useSelect(hovered, (id) => id === parent.id || id === child.id) || isTraced
  const isRunning = useCard(child.id, ({ status }) => isPending(status))

  const maskId = useCard(child.id, ({ editRecord }) => editRecord?.maskId)
  const imageId = useCard(child.id, ({ parentImageId }) => parentImageId)
  const picture = useCard(parent.id, ({ images }) => images.find(({ id }) => id === imageId))

  const rectOf = (card: SceneCard) => {
    const offset = moved?.cards.has(card.id) ? moved.offset : { x: 0, y: 0 }
    return cardRect({ ...card, x: card.x + offset.x, y: card.y + offset.y })
  }
  const curve = connector(rectOf(parent), rectOf(child))
  const line = connectorPath(curve)
  const selected = picture && maskId ? placeOnConnector(rectOf(parent), rectOf(child), picture) : null
  const isWhole = isHovered || isSelected
  const state: LineState = isOnPath || isRunning ? 'active' : isWhole ? 'hovered' : 'resting'
  const pieces = useConnectorPieces(curve, isWhole ? 'whole' : 'fading')
  const level = above?.children[states.indexOf(state)]
  const trace = (at: Point | null) => traced.set({ parentId: parent.id, childId: child.id, at })
  const press = (event: PointerEvent<SVGElement>) => {
    if (event.button !== 0) return
    // Cards that are painted lie above the line too.
    const canvas = event.currentTarget.closest('.canvas')?.getBoundingClientRect()
    const { left = 0, top = 0 } = canvas ?? {}
    if (cardAt(board, toBoard(screenPoint(event.clientX - left, event.clientY - top), controller.get()))) return
    followPress(event.nativeEvent, event.currentTarget, {
      onTap({ clientX: x, clientY: y, timeStamp }) {
        if (timeStamp - event.timeStamp > maxTapMs) return
        overlays.open({ kind: 'difference', parentId: parent.id, childId: child.id, at: { x, y }, by: 'press' })
      },
    })
  }
  const leave = () => traced.get()?.childId === child.id && traced.set(null)
  const shownState = state === 'resting' ? undefined : state
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the label of a card says the same in words */}
      <g
        onPointerEnter={(event) => event.pointerType === 'mouse' && trace({ x: event.clientX, y: event.clientY })}
        onPointerLeave={leave}
        onPointerDown={press}
        onFocus={() => trace(null)}
        onBlur={leave}
      >
        <path className="branch-reach" d={line} />
        <path d={line} tabIndex={-1} data-connector={`${parent.id}:${child.id}`} data-state={shownState} />
        <BranchPieces pieces={pieces} state={shownState} />
        {picture && maskId && selected && (
          <SelectionOverPicture imageId={picture.id} maskId={maskId} place={selected} />
        )}
      </g>
      {level &&
        createPortal(
          <>
            {isWhole && <HiddenPieces pieces={pieces} />}
            <circle className="branch-port" cx={curve.from.x} cy={curve.from.y} data-state={shownState} />
          </>,
          level,
        )}
    </>
  )
})
