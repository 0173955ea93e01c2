import { useEffect } from 'react'
import type { BoardChange } from '#domain/board/change.ts'
import type { LiveSession } from '#web/data/live/live-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { activityTexts } from './texts.ts'

/** Shows that a change was lost; feedback is only logged, since the page shows it undone. */
function showLostChange(kind: BoardChange['kind']): void {
  // biome-ignore lint/suspicious/noConsole: a toast for each lost like would be noise
  if (kind === 'feedback') console.error('Feedback could not be saved.')
  else showToast({ kind: 'error', title: activityTexts.error, description: activityTexts.lost[kind] })
}

/** Shows on every page the changes that were refused, or that came too late because their card is gone. Equal messages merge. */
export function useLostChanges({ outbox }: LiveSession): void {
  useEffect(
    () =>
      outbox.onDelivery(({ batch, delivery, goneIds }) => {
        const lost =
          delivery.kind === 'refused' ? batch.changes : batch.changes.filter(({ id }) => goneIds.includes(id))
        for (const kind of new Set(lost.map((change) => change.kind))) showLostChange(kind)
      }),
    [outbox],
  )
}
