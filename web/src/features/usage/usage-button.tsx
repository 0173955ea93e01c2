import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useCredits } from '#web/data/credits.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { HoverCard } from '#web/ui/popups.tsx'
import { usageTexts } from './texts.ts'

/** The used part of the day's credits, or of the month's on a plan. Hovering shows details; a press opens the plans. */
export function UsageButton({ onOpenPricing }: { onOpenPricing(): void }) {
  const credits = useCredits()
  // Where credits are off there is no usage.
  if (credits === null) return null
  const percent = credits?.usedPercent ?? 0
  const shown =
    credits && percent >= 100 ? usageTexts.percentAndLeft(percent, credits.available) : usageTexts.percent(percent)
  return (
    <HoverCard.Root openDelay={700} closeDelay={300}>
      <HoverCard.Trigger asChild>
        <button
          type="button"
          data-opens-pricing
          aria-label={usageTexts.consumedNow(shown)}
          className={joinClasses(
            'relative flex h-9 shrink-0 items-center gap-2 whitespace-nowrap rounded-8 px-2 font-medium text-13 text-muted tabular-nums hover:bg-raised hover:text-ink',
            'pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1',
          )}
          onClick={onOpenPricing}
        >
          <UsageRing percent={percent} />
          {/* A note beside it leaves room for the ring alone, which has the words as its name. */}
          <span className="max-md:[[role=status]:not(:empty)~*_&]:hidden">{shown}</span>
        </button>
      </HoverCard.Trigger>
      {/* Not in a portal: it belongs to the header's landmark. */}
      <HoverCard.Content align="end" sideOffset={10} collisionPadding={8} className="popover w-72 p-2">
        <button
          type="button"
          className="flex w-full items-center justify-between gap-3 rounded-8 p-2 text-left font-medium text-13 hover:bg-raised"
          onClick={onOpenPricing}
        >
          {usageTexts.consumed}
          <ChevronRight aria-hidden="true" className="text-muted" />
        </button>
        <div className="grid gap-2 px-2 pt-1 pb-2">
          <div className="h-1 overflow-hidden rounded-round bg-pressed">
            <div className="h-full rounded-round bg-ink" style={{ width: `${percent}%` }} />
          </div>
          <p className="flex justify-between gap-3 text-12 text-muted tabular-nums">
            {credits ? usageTexts.left(credits.available) : usageTexts.refresh}
            <span>{usageTexts.percent(percent)}</span>
          </p>
          <Link to="/usage" className="text-link justify-self-start text-12">
            {usageTexts.title}
          </Link>
        </div>
      </HoverCard.Content>
    </HoverCard.Root>
  )
}

const radius = 8
const circumference = 2 * Math.PI * radius

/** A ring that fills with the used percentage. The text beside it says the same. */
function UsageRing({ percent }: { percent: number }) {
  const filled = (Math.min(100, Math.max(0, percent)) / 100) * circumference
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 -rotate-90 fill-none stroke-[2.5px]">
      <circle cx="10" cy="10" r={radius} className="stroke-line" />
      {filled > 0 && (
        <circle
          cx="10"
          cy="10"
          r={radius}
          strokeLinecap="round"
          strokeDasharray={`${filled.toFixed(2)} ${circumference.toFixed(2)}`}
          className="stroke-ink"
        />
      )}
    </svg>
  )
}
