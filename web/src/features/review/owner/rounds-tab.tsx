import { useQuery } from '@tanstack/react-query'
import { Brush, Check } from 'lucide-react'
import { useState } from 'react'
import type { ProofShape, RoundShape } from '#contract/sharing/round.ts'
import { formatTime } from '#domain/format.ts'
import { countStates } from '#domain/sharing/round.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { closeRound, roundsQuery } from '#web/data/rounds.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { openLightbox } from '#web/features/board/overlays.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { EmptyState, LoadFailed } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { roundsTexts as texts } from './rounds-texts.ts'
import { StartRound } from './start-round.tsx'

/** The rounds of a project for their owner: who decided what, and when. */
export function RoundsTab({ session }: { session: BoardSession }) {
  const { projectId } = session.board
  const { data: rounds, isError, refetch } = useQuery(roundsQuery(projectId))
  const [isStarting, setStarting] = useState(false)
  return (
    <>
      {isStarting ? (
        <StartRound session={session} onDone={() => setStarting(false)} />
      ) : (
        <div className="border-hairline border-b p-3">
          <Button kind="line" onClick={() => setStarting(true)}>
            {texts.start}
          </Button>
        </div>
      )}
      {rounds?.map((round) => (
        <Round key={round.id} session={session} round={round} />
      ))}
      {rounds?.length === 0 && !isStarting && <EmptyState title={texts.emptyTitle} text={texts.emptyText} />}
      {!rounds && isError && (
        <LoadFailed title={texts.failedTitle} text={texts.failedText} onTryAgain={() => void refetch()} />
      )}
    </>
  )
}

function Round({ session, round }: { session: BoardSession; round: RoundShape }) {
  const { number, proofs, log, until, createdAt, closedAt } = round
  const [isClosing, setClosing] = useState(false)
  const close = () =>
    closeRound(session.board.projectId, round).catch((error: unknown) =>
      showToast({ kind: 'error', title: texts.notClosed, description: errorMessage(error, texts.tryAgain) }),
    )
  return (
    <section className="grid gap-2 border-hairline border-b p-3" aria-label={texts.round(number)}>
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-semibold text-14">{texts.round(number)}</h3>
          <p className="text-12 text-muted">{texts.summary(countStates(proofs.map(({ state }) => state)))}</p>
          <p className="text-12 text-muted">
            {closedAt === null ? texts.started(formatTime(createdAt)) : texts.closedOn(formatTime(closedAt))}
            {closedAt === null && until !== null && `. ${texts.dueBy(formatTime(until))}`}
          </p>
        </div>
        {closedAt === null && (
          <Button kind="line" size="small" aria-label={texts.closeLabel(number)} onClick={() => setClosing(true)}>
            {texts.close}
          </Button>
        )}
      </header>
      <ol className="grid gap-3">
        {proofs.map((proof) => (
          <Proof key={proof.number} session={session} proof={proof} />
        ))}
      </ol>
      {log.length > 0 && (
        <details className="text-12">
          <summary className="cursor-pointer py-1 text-muted">{texts.log(log.length)}</summary>
          <ol className="grid gap-1 py-1">
            {log.map(({ author, kind, proof, decidedAt }) => (
              <li key={`${author} ${kind} ${proof} ${decidedAt}`} className="[overflow-wrap:anywhere]">
                {texts.logEntry(author, kind, proof)}{' '}
                <time dateTime={decidedAt} className="text-muted tabular-nums">
                  {formatTime(decidedAt)}
                </time>
              </li>
            ))}
          </ol>
        </details>
      )}
      {isClosing && (
        <ConfirmDialog
          title={texts.closeTitle(number)}
          text={texts.closeText}
          confirmLabel={texts.close}
          onConfirm={() => void close()}
          onClose={() => setClosing(false)}
        />
      )}
    </section>
  )
}

/** One proof with its decisions; changes that were asked for become an edit with their words. */
function Proof({ session, proof }: { session: BoardSession; proof: ProofShape }) {
  const { number, imageId, generationId, state, decisions } = proof
  const words = decisions.flatMap(({ decision, words: said }) => (decision === 'changes' && said ? [said] : []))
  const change = () =>
    generationId !== null &&
    session.overlays.open({
      kind: 'edit',
      cardId: generationId,
      imageId,
      operation: 'instruct',
      request: { words: words.join('\n'), spot: null },
    })
  return (
    <li className="grid grid-cols-[56px_minmax(0,1fr)] gap-x-3 text-13">
      {generationId === null ? (
        <span className="grid size-14 place-items-center rounded-8 bg-raised text-11 text-muted">{texts.gone}</span>
      ) : (
        <button
          type="button"
          className="size-14 overflow-hidden rounded-8"
          aria-label={texts.open(number)}
          onClick={() => openLightbox(session, generationId, imageId)}
        >
          <img src={imageAddress(imageId, 256)} alt="" className="size-full object-cover" />
        </button>
      )}
      <div className="grid min-w-0 gap-0.5">
        <p className="flex justify-between gap-2 font-semibold">
          {texts.proof(number)}
          <span className="font-normal text-muted" data-state={state}>
            {state === 'approved' && <Check aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />}
            {texts.states[state]}
          </span>
        </p>
        {decisions.map(({ author, decision, words: said, decidedAt }) => (
          <p key={`${author} ${decidedAt}`} className="[overflow-wrap:anywhere]">
            <span dir="auto">{author}</span> {texts.decided(decision)},{' '}
            <time dateTime={decidedAt} className="text-muted tabular-nums">
              {formatTime(decidedAt)}
            </time>
            {said !== null && (
              <span className="block whitespace-pre-wrap" dir="auto">
                {said}
              </span>
            )}
          </p>
        ))}
        {state === 'changes' && generationId !== null && (
          <div>
            <Button kind="line" size="small" aria-label={texts.changeLabel(number)} onClick={change}>
              <Brush aria-hidden="true" />
              {texts.change}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
