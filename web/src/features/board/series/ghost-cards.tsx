import { useStore } from '#web/data/use-store.ts'
import { useBoardView } from '../board-context.ts'
import type { Ghost } from '../board-view.ts'
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
        <GhostCard key={ghost.key} place={ghost.place} prompt={ghost.prompt} />
      ))}
      {coming.map((ghost) => (
        <GhostCard key={ghost.key} place={ghost.place} prompt={ghost.prompt} note={seriesTexts.waiting} />
      ))}
    </>
  )
}

function GhostCard({ place, prompt, note }: Pick<Ghost, 'place' | 'prompt'> & { note?: string }) {
  return (
    <div className="ghost-card" style={{ transform: `translate(${place.x}px, ${place.y}px)` }}>
      <p>{prompt}</p>
      {note && <p className="text-muted">{note}</p>}
    </div>
  )
}
