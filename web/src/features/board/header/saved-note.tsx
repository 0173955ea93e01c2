import { useEffect, useState } from 'react'
import { liveSession } from '#web/data/live/current-session.ts'
import { useStore } from '#web/data/store.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { headerTexts } from './texts.ts'

/** Long enough to be read, rare enough not to distract. */
const tickMs = 5_000

/** How the person's changes stand: saved, on their way, or kept here until the connection is back. */
export function SavedNote() {
  const { waiting, savedAt, isStuck } = useStore(liveSession().outbox.state)
  const isOnline = useOnline()
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])

  const text = () => {
    if (waiting > 0 && (isStuck || !isOnline)) return headerTexts.kept(waiting)
    if (waiting > 0) return headerTexts.saving
    return savedAt === null
      ? null
      : headerTexts.saved(Math.max(0, Math.round((Math.max(now, savedAt) - savedAt) / 1_000)))
  }
  const note = text()
  if (note === null) return null
  return (
    <span
      className="whitespace-nowrap pr-2.5 text-12 text-muted tabular-nums max-md:hidden"
      data-tooltip={isStuck ? headerTexts.keptWhy : undefined}
    >
      {note}
    </span>
  )
}
