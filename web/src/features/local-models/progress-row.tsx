import { Pause, Play, X } from 'lucide-react'
import type { LocalModelState } from '#contract/local-model.ts'
import { installLocalModel, pauseLocalModel } from '#web/data/models/local-models.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { localModelTexts as texts } from './texts.ts'
import { useRemoval } from './use-removal.tsx'
import { type RowProps, useRowAction } from './use-row-action.ts'

type Moving = Extract<LocalModelState, { totalBytes: number }>

/** What is said under the bar: on the left how far it is, on the right what follows. */
function wordsOf(state: Moving): readonly [string, string] {
  const { doneBytes, totalBytes } = state
  switch (state.kind) {
    case 'downloading': {
      if (state.reason) return [state.reason, texts.triesAgain]
      const { bytesPerSecond } = state
      const left = bytesPerSecond ? texts.left((totalBytes - doneBytes) / bytesPerSecond) : texts.starting
      return [texts.coming(doneBytes, totalBytes, bytesPerSecond), left]
    }
    case 'paused':
      return [texts.paused(doneBytes, totalBytes), texts.keeps]
    case 'checking':
      return [texts.checking(doneBytes, totalBytes), '']
    case 'failed':
      return [state.reason, '']
  }
}

/** A model that is on its way: its bar, and what can be done with it. */
export function ProgressRow({ model, access }: RowProps) {
  const { id, name, state: moving } = model
  const { isBusy, run } = useRowAction(model)
  const removal = useRemoval(model)
  if (!('totalBytes' in moving)) return null
  const percent = Math.floor((100 * moving.doneBytes) / moving.totalBytes)
  const [left, right] = wordsOf(moving)
  const color =
    moving.kind === 'failed' ? 'bg-danger' : moving.kind === 'downloading' && !moving.reason ? 'bg-accent' : 'bg-ink'
  const goOn = () => run(() => installLocalModel(id, { acceptsLicence: false }))
  return (
    <li className="flex min-h-[72px] items-center gap-4 border-hairline border-b py-2.5 max-sm:gap-3">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-14">
          {name} <span className="badge">{texts.does(model)}</span>
        </h3>
        <div
          role="progressbar"
          aria-label={moving.kind === 'checking' ? texts.checkOf(name) : texts.progressOf(name)}
          aria-valuenow={percent}
          aria-valuetext={[left, right].filter(Boolean).join(', ')}
          className="mt-2 mb-1.5 h-1 overflow-hidden rounded-round bg-line"
        >
          <div
            className={`h-full rounded-round transition-[width] duration-[400ms] ease-linear motion-reduce:transition-none ${color}`}
            style={{ width: `${percent}%` }}
          />
        </div>
        <p className="flex flex-wrap justify-between gap-x-4 text-12 text-muted tabular-nums">
          <span className={moving.kind === 'failed' ? 'text-danger' : ''}>{left}</span>
          <span>{right}</span>
        </p>
      </div>
      {access === 'operator' && (
        <div className="flex items-center">
          {moving.kind === 'downloading' && (
            <IconButton size="small" label={texts.pause(name)} onClick={() => run(() => pauseLocalModel(id))}>
              <Pause />
            </IconButton>
          )}
          {moving.kind === 'paused' && (
            <IconButton size="small" label={texts.goOn(name)} onClick={goOn}>
              <Play />
            </IconButton>
          )}
          {moving.kind === 'failed' && (
            <Button kind="line" size="small" busy={isBusy} aria-label={texts.tryAgainOf(name)} onClick={goOn}>
              {texts.tryAgain}
            </Button>
          )}
          {moving.kind !== 'checking' && (
            <IconButton size="small" label={texts.stop(name)} onClick={removal.ask}>
              <X />
            </IconButton>
          )}
        </div>
      )}
      {removal.dialog}
    </li>
  )
}
