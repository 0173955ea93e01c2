import { useEffect } from 'react'
import type { BoardChange } from '#domain/board/change.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { boardTexts } from './texts.ts'

/** Says so when the server could not do what a hand has done here; feedback is only logged, as the specification has it. */
function complain(kind: BoardChange['kind']): void {
  // biome-ignore lint/suspicious/noConsole: the specification has it logged
  if (kind === 'feedback') console.error('Feedback could not be saved.')
  else showToast({ kind: 'error', title: boardTexts.error, description: boardTexts.lost[kind] })
}

/** Tells of changes that were refused, or that came too late because their card is gone. Equal messages merge. */
export function useLostChanges(): void {
  useEffect(
    () =>
      liveSession().outbox.onDelivery(({ batch, delivery, goneIds }) => {
        const lost =
          delivery.kind === 'refused' ? batch.changes : batch.changes.filter(({ id }) => goneIds.includes(id))
        for (const kind of new Set(lost.map((change) => change.kind))) complain(kind)
      }),
    [],
  )
}
