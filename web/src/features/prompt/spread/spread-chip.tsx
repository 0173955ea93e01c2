import { LayoutGrid } from 'lucide-react'
import { type Spread, spreadCount } from '#domain/series/spread.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { spreadTexts } from './texts.ts'

const dialog = lazyPart(async () => (await import('./spread-dialog.tsx')).SpreadDialog)

type SpreadChipProps = { spread: Spread; disabled: boolean; onChange(spread: Spread): void }

/** Spreads one prompt over several models, styles or ratios; shows how many cards that makes. */
export function SpreadChip({ spread, disabled, onChange }: SpreadChipProps) {
  const { Part, open, close } = useLazyPart(dialog)
  const count = spreadCount(spread)
  return (
    <>
      <button
        type="button"
        className="chip spread-chip tabular-nums"
        data-unset={count === 1 || undefined}
        aria-haspopup="dialog"
        disabled={disabled}
        data-tooltip={spreadTexts.use}
        onPointerEnter={dialog.warm}
        onFocus={dialog.warm}
        onClick={open}
      >
        <LayoutGrid aria-hidden="true" />
        {count === 1 ? spreadTexts.chip : spreadTexts.chosen(count)}
      </button>
      {Part && <Part spread={spread} onChange={onChange} onClose={close} />}
    </>
  )
}
