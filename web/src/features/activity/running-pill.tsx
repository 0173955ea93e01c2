import { liveSession } from '#web/data/live/current-session.ts'
import { useStore } from '#web/data/store.ts'
import { useOnline } from '#web/ui/browser-state.ts'
import { activityTexts } from './texts.ts'
import './activity.css'

/** The number of running generations, on every page; and a notice of a lost connection. */
export function RunningPill() {
  const count = useStore(liveSession().running).size
  const isOnline = useOnline()
  return (
    <div role="status" className="flex gap-2 empty:-mr-2">
      {!isOnline && (
        <span className="badge h-7!" data-tooltip={activityTexts.offlineHint}>
          {activityTexts.offline}
        </span>
      )}
      {count > 0 && <span className="running-pill tabular-nums">{activityTexts.running(count)}</span>}
    </div>
  )
}
