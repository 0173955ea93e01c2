import { Pause, Play, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { PastScene } from './past-scene.ts'
import { timeTexts } from './texts.ts'
import type { useMoment } from './use-moment.ts'

const written = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))

/** When it is, and what happened then. */
function momentText(past: PastScene, count: number): string {
  const { entries } = past.replay
  const entry = entries[count - 1]
  if (!entry) return timeTexts.beginning
  return count === entries.length ? timeTexts.today : `${written(entry.at)}: ${timeTexts.happened[entry.kind]}`
}

type TimeBarProps = {
  past: PastScene
  moment: ReturnType<typeof useMoment>
  onBringBack(ids: readonly string[]): void
  onClose(): void
}

/** The slider from the first card to today, and what can be done at the moment that it shows. */
export function TimeBar({ past, moment, onBringBack, onClose }: TimeBarProps) {
  const { count, last, isPlaying } = moment
  const text = momentText(past, count)
  const deleted = past.deletedSince()
  return (
    <section className="time-bar island" aria-label={timeTexts.title}>
      <div className="time-line">
        <IconButton label={isPlaying ? timeTexts.pause : timeTexts.play} onClick={moment.toggle}>
          {isPlaying ? <Pause /> : <Play />}
        </IconButton>
        <input
          type="range"
          className="time-slider"
          aria-label={timeTexts.slider}
          aria-valuetext={timeTexts.value(text, past.scene.cards.size)}
          data-first-focus
          style={{ '--part': last === 0 ? 1 : count / last } as CSSProperties}
          min={0}
          max={last}
          value={count}
          onChange={(event) => moment.goTo(event.target.valueAsNumber)}
        />
        <IconButton label={timeTexts.close} keys="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className="time-facts">
        <p className="min-w-0 truncate tabular-nums">{text}</p>
        <p className="text-muted tabular-nums">{timeTexts.cards(past.scene.cards.size)}</p>
        {deleted.length > 0 && (
          <>
            <p className="ml-auto text-muted tabular-nums">{timeTexts.deletedSince(deleted.length)}</p>
            <Button kind="line" size="small" onClick={() => onBringBack(deleted)}>
              {deleted.length === 1 ? timeTexts.bringBack : timeTexts.bringAllBack}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
