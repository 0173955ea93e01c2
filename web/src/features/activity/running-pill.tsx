import { Link } from '@tanstack/react-router'
import { liveSession } from '#web/data/live/current-session.ts'
import { useStore } from '#web/data/store.ts'
import { useOnline } from '#web/ui/browser-state.ts'
import { productName } from '#web/ui/mark.tsx'
import { activityTexts } from './texts.ts'
import './activity.css'

/** The number of running generations and what is being sent, on every page; and a notice of a lost connection. */
export function RunningPill() {
  const count = useStore(liveSession().running).size
  const tasks = useStore(liveSession().tasks.running)
  const isOnline = useOnline()
  return (
    <div role="status" className="flex gap-2 empty:-mr-2">
      {!isOnline && (
        <span className="badge h-7!" data-tooltip={activityTexts.offlineHint}>
          {activityTexts.offline}
        </span>
      )}
      {tasks.map(({ id, projectId, text }) =>
        projectId === null ? (
          <span key={id} className="running-pill tabular-nums">
            {text}
          </span>
        ) : (
          <Link
            key={id}
            to="/project/$projectId"
            params={{ projectId }}
            className="running-pill touch-target tabular-nums"
          >
            {text}
          </Link>
        ),
      )}
      {count > 0 && <span className="running-pill tabular-nums">{activityTexts.running(count)}</span>}
    </div>
  )
}

type PageTitleProps = {
  title: string
  /** Comments that were not seen yet; default: 0. */
  unseen?: number
}

/** The tab's title: the number of running generations, then the page's name behind that of new comments. */
export function PageTitle({ title, unseen = 0 }: PageTitleProps) {
  const count = useStore(liveSession().running).size
  const parts = [count > 0 && activityTexts.running(count), unseen > 0 ? `(${unseen}) ${title}` : title, productName]
  return <title>{parts.filter(Boolean).join(' · ')}</title>
}
