import { ChevronDown, RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ImageFailure } from '#domain/errors.ts'
import { canPass } from '#domain/generation/common-failure.ts'
import { generationRefusal, retryImage } from '#web/data/generations.ts'
import { Spinner } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useBoardSession, useCard } from '../board-session.ts'
import { commandOf, contextOf } from '../commands/board-command.ts'
import { selectOnly } from '../selection.ts'
import { boardTexts } from '../texts.ts'
import './failed-panel.css'

/** In place of the slots of a card whose images all failed alike: the reason once, and what can help. */
export function FailedPanel({ cardId, code }: { cardId: string; code: ImageFailure }) {
  const session = useBoardSession()
  const isEdit = useCard(cardId, ({ edit }) => edit !== null) ?? false
  const [isBusy, setBusy] = useState(false)
  const run = (command: 'change-words' | 'other-model') => {
    selectOnly(session, cardId)
    commandOf(session, command)?.run(contextOf(session))
  }
  const retry = async () => {
    if (isBusy) return
    setBusy(true)
    const images = session.board.getGeneration(cardId)?.images ?? []
    const results = await Promise.allSettled(images.map(({ id }) => retryImage(id)))
    setBusy(false)
    const refused = results.find((result) => result.status === 'rejected')
    if (refused)
      showToast(generationRefusal(refused.reason, { title: boardTexts.error, fallback: boardTexts.retryFailed }))
  }
  return (
    <div className="failed-panel">
      <p>
        <TriangleAlert aria-hidden="true" />
        {boardTexts.failedAlike(boardTexts.failures[code])}
      </p>
      <div className="failed-panel-actions">
        {!isEdit && (
          <>
            <button type="button" className="tile-retry" onClick={() => run('change-words')}>
              {boardTexts.changeWords}
            </button>
            <button type="button" className="tile-retry" aria-haspopup="dialog" onClick={() => run('other-model')}>
              {boardTexts.otherModel}
              <ChevronDown aria-hidden="true" />
            </button>
          </>
        )}
        {canPass(code) && (
          <button type="button" className="tile-retry" aria-busy={isBusy} onClick={() => void retry()}>
            {isBusy ? <Spinner /> : <RotateCw aria-hidden="true" />}
            {boardTexts.retry}
          </button>
        )}
      </div>
    </div>
  )
}
