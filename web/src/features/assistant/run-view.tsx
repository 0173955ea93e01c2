import { useMutation } from '@tanstack/react-query'
import { Check, CircleAlert, CircleDashed, type LucideIcon, Minus, Undo2 } from 'lucide-react'
import type { RunPartShape, RunShape, RunStepShape } from '#contract/programs/assistant.ts'
import { letRunGo, stopRun, undoRun } from '#web/data/assistant.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { selectOnly } from '#web/features/board/selection.ts'
import { revealCard } from '#web/features/board/view-moves.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { NoteText } from '#web/viewing/frames/note-text.tsx'
import { assistantTexts as texts } from './texts.ts'

const failed = (error: unknown) =>
  showToast({ kind: 'error', title: texts.notDone, description: errorMessage(error, texts.noConnection) })

type RunProps = { session: BoardSession; run: RunShape }

/** One request, with all that came of it. */
export function RunView({ session, run }: RunProps) {
  const { state, parts, reason } = run
  const isWriting = parts.at(-1)?.kind === 'text'
  return (
    <article className="run grid grid-cols-1 gap-2.5 py-2.5 text-13" data-state={state}>
      <div className="grid max-w-[88%] grid-cols-1 gap-1.5 justify-self-end rounded-12 bg-raised px-3 py-2 wrap-anywhere">
        <p className="whitespace-pre-wrap break-words">{run.request}</p>
        {run.subjects.length > 0 && (
          <ul className="flex min-w-0 flex-wrap gap-1" aria-label={texts.about}>
            {run.subjects.map(({ kind, id, label }) => (
              <li
                key={`${kind} ${id}`}
                className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-6 bg-raised px-2 text-12"
              >
                <span className="truncate">{label === '' ? texts.noWords : label}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ol className="grid grid-cols-1 gap-2.5">
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
          <Part key={place} session={session} part={part} />
        ))}
      </ol>
      {state === 'working' && !isWriting && (
        <p className="run-note flex items-center gap-2 text-12/4.5 text-muted data-failed:text-danger">
          <Spinner /> {texts.working}
        </p>
      )}
      {reason !== null && (
        <p
          className="run-note flex items-center gap-2 text-12/4.5 text-muted data-failed:text-danger"
          data-failed={state === 'failed' || undefined}
        >
          {reason}
        </p>
      )}
      {state === 'asks' && run.asks && <Asks run={run} credits={run.asks.credits} />}
      <RunFoot run={run} />
    </article>
  )
}

function Part({ session, part }: { session: BoardSession; part: RunPartShape }) {
  if (part.kind === 'step') return <Step session={session} step={part} />
  return (
    <li className="run-text min-w-0 wrap-anywhere [&_a]:underline">
      <NoteText text={part.text} />
    </li>
  )
}

const stepIcons: Readonly<Record<Exclude<RunStepShape['state'], 'running'>, LucideIcon>> = {
  planned: CircleDashed,
  done: Check,
  refused: CircleAlert,
  stopped: Minus,
}

function StepIcon({ state }: Pick<RunStepShape, 'state'>) {
  if (state === 'running') return <Spinner />
  const Icon = stepIcons[state]
  return <Icon aria-hidden="true" />
}

function Step({ session, step }: { session: BoardSession; step: RunStepShape }) {
  const { state, title, detail, why, credits, message, cards } = step
  return (
    <li
      className="run-step grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 rounded-8 px-2.5 py-2 text-12/4.5 inset-ring inset-ring-hairline [&_b]:text-[13px]"
      data-state={state}
    >
      <StepIcon state={state} />
      <div className="min-w-0">
        <p className="flex items-baseline gap-3">
          <b className="font-medium">{title}</b>
          <span className="sr-only">{texts.stepStates[state]}</span>
          {credits !== null && state !== 'refused' && state !== 'stopped' && (
            <span className="ml-auto whitespace-nowrap tabular-nums">
              {credits === 0 ? texts.free : texts.cost(credits)}
            </span>
          )}
        </p>
        {detail !== '' && <p className="line-clamp-2 break-words">{detail}</p>}
        {why !== '' && <p className="text-muted">“{why}”</p>}
        {message !== null && <p className="text-warning">{message}</p>}
        {cards.map((id, place) => (
          <CardLink key={id} session={session} id={id} place={place} />
        ))}
      </div>
    </li>
  )
}

/** Leads to a card that a step made. */
function CardLink({ session, id, place }: { session: BoardSession; id: string; place: number }) {
  const { board } = session
  // Cards come to the board a moment after they are made, and may go to the trash.
  useStore(board.size)
  const words = board.cards.has(id) ? board.words(id) : undefined
  if (!words) return <span className="text-muted">{texts.cardGone}</span>
  const show = () => {
    selectOnly(session, id)
    revealCard(session, id)
  }
  return (
    <button type="button" className="text-link block max-w-full truncate text-left" onClick={show}>
      {words.prompt === '' ? texts.card(place + 1) : words.prompt}
    </button>
  )
}

/** The steps that wait for Go, at their whole price. */
function Asks({ run, credits }: { run: RunShape; credits: number }) {
  const go = useMutation({ mutationFn: () => letRunGo(run, credits), onError: failed })
  const decline = useMutation({ mutationFn: () => stopRun(run.id, 'keep'), onError: failed })
  return (
    <section className="grid gap-2.5 rounded-12 bg-raised p-3" aria-label={texts.asksTitle}>
      <p>
        <b className="font-semibold">{texts.asksTitle}.</b> {texts.asks(credits)}
      </p>
      <div className="flex gap-2">
        <Button kind="go" busy={go.isPending} onClick={() => go.mutate()}>
          {texts.go(credits)}
        </Button>
        <Button kind="line" busy={decline.isPending} onClick={() => decline.mutate()}>
          {texts.decline}
        </Button>
      </div>
    </section>
  )
}

function RunFoot({ run }: { run: RunShape }) {
  const undo = useMutation({ mutationFn: () => undoRun(run.id), onError: failed })
  const cancel = useMutation({ mutationFn: () => stopRun(run.id, 'cancel'), onError: failed })
  const { state, spent, budget, tokens, canUndo, isUndone } = run
  if (state === 'working') return null
  const cost = budget === null ? texts.spent(spent, tokens) : texts.spentOf(spent, budget)
  return (
    <footer className="run-foot flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
      <span className="tabular-nums">{isUndone ? texts.undone : cost}</span>
      {state === 'stopped' && run.cards.length > 0 && !isUndone && (
        <Button kind="quiet" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {texts.cancelImages}
        </Button>
      )}
      {canUndo && (
        <Button kind="line" size="small" busy={undo.isPending} onClick={() => undo.mutate()}>
          <Undo2 aria-hidden="true" /> {texts.undo}
        </Button>
      )}
    </footer>
  )
}
