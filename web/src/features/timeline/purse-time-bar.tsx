import { useQuery } from '@tanstack/react-query'
import { Pause, Play, X } from 'lucide-react'
import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import type { PurseStepShape } from '#contract/programs/purse.ts'
import type { StepEffect } from '#domain/board/undo-steps.ts'
import { formatTime } from '#domain/format.ts'
import type { HistoryEntry, HistoryKind } from '#domain/history/replay.ts'
import { purseStepsQuery } from '#web/data/purses.ts'
import { purseTexts } from '#web/features/purses/texts.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { ReplayScene } from './replay-scene.ts'
import { timelineTexts } from './texts.ts'

/** Enough to read a reason. */
const msPerStep = 1_800

type PurseTimeBarProps = {
  past: ReplayScene
  purseId: string
  /** Chooses what is shown, in front of the slider. */
  filter: React.ReactNode
  goTo(count: number): void
  onClose(): void
}

/** The slider over the steps of one purse, each with its reason; the canvas is that of the moment. */
export function PurseTimeBar({ past, purseId, filter, goTo, onClose }: PurseTimeBarProps) {
  const { data: steps = [] } = useQuery(purseStepsQuery(purseId))
  const { entries } = past.replay
  const stops = useMemo(() => stopsOf(entries, steps), [entries, steps])
  const [wanted, setWanted] = useState<number | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const last = stops.length
  const place = Math.min(last, wanted ?? last)
  const shown = stops[place - 1]
  // Before the first step: the board without it.
  const count = shown?.count ?? Math.max(0, (stops[0]?.count ?? 1) - 1)
  useEffect(() => goTo(count), [goTo, count])
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => {
      if (place < last) setWanted(place + 1)
      else setPlaying(false)
    }, msPerStep)
    return () => clearTimeout(timer)
  }, [isPlaying, place, last])

  const text = shown ? `${formatTime(shown.step.at)}: ${purseTexts.step(shown.step, false)}` : timelineTexts.beforeSteps
  const why = shown?.step.why ?? null
  return (
    <section className="time-bar island" aria-label={timelineTexts.title}>
      <div className="time-line">
        <IconButton
          label={isPlaying ? timelineTexts.pause : timelineTexts.play}
          onClick={() => {
            if (!isPlaying && place === last) setWanted(0)
            setPlaying(!isPlaying)
          }}
        >
          {isPlaying ? <Pause /> : <Play />}
        </IconButton>
        {filter}
        <input
          type="range"
          className="time-slider"
          aria-label={timelineTexts.steps}
          aria-valuetext={why === null ? text : `${text}. ${why}`}
          data-first-focus
          style={{ '--part': last === 0 ? 1 : place / last } as CSSProperties}
          min={0}
          max={last}
          value={place}
          onChange={(event) => {
            setPlaying(false)
            setWanted(event.target.valueAsNumber)
          }}
        />
        <IconButton label={timelineTexts.close} keys="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="time-facts">
        <p className="min-w-0 truncate tabular-nums">{text}</p>
        {why !== null && <p className="min-w-0 truncate text-muted">“{why}”</p>}
        <p className="ml-auto shrink-0 text-muted tabular-nums">{timelineTexts.stepOf(place, last)}</p>
      </div>
    </section>
  )
}

/** A moment of a replay: after so many entries, a step of a purse was done. */
type PurseStop = { readonly count: number; readonly step: PurseStepShape }

/** The entries of a card's history that an effect leaves; marks leave none. */
const kindsOf: Readonly<Record<StepEffect['kind'], readonly HistoryKind[]>> = {
  made: ['made'],
  placed: ['moved'],
  folded: ['folded', 'unfolded'],
  marked: [],
  trashed: ['deleted'],
  restored: ['restored'],
}

/** A step is stored as of the beginning of its transaction, its entries as of the change. */
const maxChangeMs = 10_000

const isOf = (step: PurseStepShape, at: number, entry: HistoryEntry) =>
  entry.at >= at - 1 &&
  entry.at <= at + maxChangeMs &&
  step.effects.some(({ kind, generationId }) => generationId === entry.cardId && kindsOf[kind].includes(entry.kind))

/**
 * The moments of a replay at which the steps of a purse were done, in order. A step that left no entry, as a mark, is shown on the
 * board as it was then.
 * @param entries Sorted by time. @param steps In any order.
 */
export function stopsOf(entries: readonly HistoryEntry[], steps: readonly PurseStepShape[]): PurseStop[] {
  return steps
    .map((step) => {
      const at = Date.parse(step.at)
      const last = entries.findLastIndex((entry) => isOf(step, at, entry))
      return { count: last === -1 ? entries.filter((entry) => entry.at <= at).length : last + 1, step }
    })
    .sort((a, b) => a.step.at.localeCompare(b.step.at) || a.count - b.count)
}
