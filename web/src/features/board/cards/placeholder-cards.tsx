import { memo, useRef, useSyncExternalStore } from 'react'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { overlaps, type Point, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { type Connector, connector, connectorPath } from '#domain/layout/connector.ts'
import { cardForm, pictureSize } from '#domain/layout/picture-box.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import { formStyle, tileStyle } from '#web/canvas/card-form.ts'
import { useStore } from '#web/data/store.ts'
import {
  type AwaitedCard as Awaited,
  type Placeholder,
  useBoardSession,
  useCardPlace,
  useIsEmpty,
} from '../board-session.ts'
import { BranchPieces, HiddenPieces, useConnectorPieces } from '../branch-pieces.tsx'
import { boardTexts } from '../texts.ts'
import { CardFacts, GeneratingNote } from './card.tsx'
import { useGrowth } from './growth.ts'

/** Cards that are not on the board yet: requested ones, those of a plan, and those that wait for another card. */
export const PlaceholderCards = memo(function PlaceholderCards() {
  const { awaited, planned, waiting, board } = useBoardSession()
  const requested = useStore(awaited)
  const isEmpty = useIsEmpty(board)
  return (
    <>
      {useStore(planned).map((placeholder) => (
        <PlaceholderCard key={placeholder.key} placeholder={placeholder} />
      ))}
      {useStore(waiting).map((placeholder) => (
        <PlaceholderCard key={placeholder.key} placeholder={placeholder} note={boardTexts.race.waiting} />
      ))}
      {/* On an empty board the page shows one in the middle instead. */}
      {!isEmpty && requested.map((card) => <AwaitedCard {...card} key={card.id} />)}
    </>
  )
})

const rectAt = (place: Point) => cardRect({ ...place, isCollapsed: false })

type PlaceholderCardProps = { placeholder: Placeholder; note?: string }

function PlaceholderCard({ placeholder: { place, from, prompt }, note }: PlaceholderCardProps) {
  return (
    <>
      {from && <PlannedCurve curve={connector(rectAt(from), rectAt(place))} />}
      <div className="placeholder-card" style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
        <p dir="auto">{prompt}</p>
        {note && <p className="text-muted">{note}</p>}
      </div>
    </>
  )
}

function AwaitedCard(card: Awaited) {
  const { id, place, parentId } = card
  const parent = useCardPlace(parentId ?? '')
  const isInView = useInView(rectAt(place))
  // Its event has come before the reply.
  if (useCardPlace(id)) return null
  return (
    <>
      {parent && <GrowingCurve curve={connector(cardRect(parent), rectAt(place))} />}
      {isInView && <AwaitedPictures {...card} />}
    </>
  )
}

/** Whether a part of the canvas is in the view. What shimmers outside of it would cost time in every frame. */
function useInView(area: Rect): boolean {
  const { controller } = useBoardSession()
  return useSyncExternalStore(controller.onFrame, () => overlaps(area, controller.visible()))
}

/** A card between the press of Go or a drop and the server's reply. It looks like the real one, so that nothing jumps. */
function AwaitedPictures({
  id,
  place,
  prompt,
  modelName,
  settings,
  isBroughtIn,
  count = imagesPerGeneration,
}: Awaited) {
  const element = useRef<HTMLElement>(null)
  useGrowth(element, id, place)
  const places = Array.from({ length: count }, (_, number) => number)
  const size = pixelSize(settings.aspectRatio, settings.resolution)
  const form = cardForm(places.map(() => size))
  return (
    <article
      ref={element}
      className="card"
      data-awaited
      aria-label={prompt}
      style={{ ...formStyle(form), transform: `translate(${place.x}px, ${place.y}px)` }}
    >
      <div className="card-pictures">
        {places.map((tile) => (
          <div key={tile} className="tile" style={tileStyle(pictureSize(size, form), undefined)}>
            <div className="tile-waiting shimmer">
              {!isBroughtIn && <span className="tabular-nums">{boardTexts.seconds(0)}</span>}
            </div>
          </div>
        ))}
      </div>
      <footer className="card-caption">
        <p className="card-prompt" dir="auto">
          {prompt}
        </p>
        <div className="card-facts">
          {isBroughtIn ? (
            <span role="status">{boardTexts.bringingIn}</span>
          ) : (
            <>
              <span role="status">
                <GeneratingNote />
              </span>
              <CardFacts model={modelName} settings={boardTexts.making(settings)} cost={0} />
            </>
          )}
        </div>
      </footer>
    </article>
  )
}

/** Kept free around the curve, in canvas pixels: its stroke is two screen pixels wide at every zoom. */
const strokeRoom = 20

/** A dashed line to a placeholder card; below other cards its dashes are white. */
export function PlannedCurve({ curve, state }: { curve: Connector; state?: 'active' }) {
  const pieces = useConnectorPieces(curve, 'whole')
  const drawing = drawingOf(curve)
  return (
    <>
      <svg className="connectors planned-branch" aria-hidden="true" {...drawing}>
        <BranchPieces pieces={pieces} state={state} />
      </svg>
      <svg className="connectors connectors-above" aria-hidden="true" {...drawing}>
        <HiddenPieces pieces={pieces} />
      </svg>
    </>
  )
}

/** A line that draws itself, to a card that grows. */
const GrowingCurve = ({ curve }: { curve: Connector }) => (
  <svg className="connectors growing-branch" aria-hidden="true" {...drawingOf(curve)}>
    {/* Of length 1, so that the style sheet can draw it without knowing its length. */}
    <path d={connectorPath(curve)} pathLength={1} />
  </svg>
)

/** The drawing around a curve. */
function drawingOf(curve: Connector) {
  const points = [curve.from, curve.control1, curve.control2, curve.to]
  const left = Math.min(...points.map(({ x }) => x)) - strokeRoom
  const top = Math.min(...points.map(({ y }) => y)) - strokeRoom
  const width = Math.max(...points.map(({ x }) => x)) + strokeRoom - left
  const height = Math.max(...points.map(({ y }) => y)) + strokeRoom - top
  return { viewBox: `${left} ${top} ${width} ${height}`, style: { left, top, width, height } }
}
