import type { Point } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { connector } from '#domain/layout/connector.ts'
import { useStore } from '#web/data/store.ts'
import { useBoardView } from '../board-context.ts'
import type { Ghost } from '../board-view.ts'
import { PlannedCurve } from '../planned-curve.tsx'
import { seriesTexts } from './texts.ts'
import './series.css'

/** Cards that are still to come: those of a plan that is being looked at, and those that wait for the card before them. */
export function GhostCards() {
  const { planned, waiting } = useBoardView()
  const looked = useStore(planned)
  const coming = useStore(waiting)
  return (
    <>
      {looked.map((ghost) => (
        <GhostCard key={ghost.key} ghost={ghost} />
      ))}
      {coming.map((ghost) => (
        <GhostCard key={ghost.key} ghost={ghost} note={seriesTexts.waiting} />
      ))}
    </>
  )
}

const rectAt = (place: Point) => cardRect({ ...place, isCollapsed: false })

function GhostCard({ ghost: { place, from, prompt }, note }: { ghost: Ghost; note?: string }) {
  return (
    <>
      {from && <PlannedCurve curve={connector(rectAt(from), rectAt(place))} />}
      <div className="ghost-card" style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
        <p>{prompt}</p>
        {note && <p className="text-muted">{note}</p>}
      </div>
    </>
  )
}
