import { LayoutGrid, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { controlNames, controlsForModel } from '#domain/models/controls.ts'
import { type Spread, spreadCount } from '#domain/series/spread.ts'
import type { CardSettings } from '#web/data/drafts/parse-draft.ts'
import { chooseControls, controlsByModel } from '#web/data/models/controls-by-model.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { useStore } from '#web/data/store.ts'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { moreTexts, spreadTexts } from './texts.ts'

const moreDialog = lazyPart(async () => (await import('./more-dialog.tsx')).MoreDialog)

type MoreProps = {
  settings: CardSettings
  /** Null while the models are loading. */
  model: AskedModel | null
  onChange(change: CardSettings): void
  onAddWords(words: string): void
}

/** Selected controls of a model. */
function useChosenControls(model: AskedModel | null) {
  const remembered = useStore(controlsByModel)[model?.name ?? '']
  return controlsForModel(remembered, model?.controls) ?? {}
}

/** Counts the selected ones among the number of images, the seed and the controls of the model. */
export function useChosenCount({ count, seed }: CardSettings, model: AskedModel | null): number {
  const values = useChosenControls(model)
  const chosen = controlNames.filter((name) => values[name] !== undefined).length
  return chosen + (count === undefined ? 0 : 1) + (seed === undefined ? 0 : 1)
}

/** The dialog of the number of images, the seed, and what the model lets people choose. */
export function MoreSettings({ onClose, ...props }: MoreProps & { onClose(): void }) {
  const { settings, model, onChange, onAddWords } = props
  const values = useChosenControls(model)
  if (!model) return null
  const dialog = {
    modelName: model.name,
    controls: model.controls,
    values,
    count: settings.count,
    seed: settings.seed,
    onCount: (count: number | undefined) => onChange({ count }),
    onSeed: (seed: number | undefined) => onChange({ seed }),
    onChoose: (chosen: typeof values) => chooseControls(model.name, chosen),
    onAddWords,
    onClose,
  }
  return <LazySlot key={model.name} part={moreDialog} props={dialog} onClose={onClose} />
}

/** Opens the number of images, the seed, and what the model lets people choose; shows how much of it is chosen. */
export function MoreChip({ disabled, ...props }: MoreProps & { disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const chosen = useChosenCount(props.settings, props.model)
  return (
    <>
      <button
        type="button"
        className="chip more-chip tabular-nums"
        data-unset={chosen === 0 || undefined}
        aria-haspopup="dialog"
        disabled={disabled || props.model === null}
        data-tooltip={moreTexts.use}
        onPointerEnter={moreDialog.warm}
        onFocus={moreDialog.warm}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden="true" />
        <span className="chip-text">{chosen === 0 ? moreTexts.chip : moreTexts.chosen(chosen)}</span>
      </button>
      {isOpen && <MoreSettings {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const spreadDialog = lazyPart(async () => (await import('./spread-dialog.tsx')).SpreadDialog)

type SpreadProps = {
  spread: Spread
  /** The number of cards that Go makes: by the spread, and by the words. */
  cards: number
  onChange(spread: Spread): void
}

/** The dialog that spreads one prompt over several models, styles or ratios. */
export const SpreadSettings = (props: SpreadProps & { onClose(): void }) => (
  <LazySlot part={spreadDialog} props={props} onClose={props.onClose} />
)

/** Spreads one prompt over several models, styles or ratios; shows the number of cards. */
export function SpreadChip({ disabled, ...props }: SpreadProps & { disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const isSpread = spreadCount(props.spread) > 1
  return (
    <>
      <button
        type="button"
        className="chip spread-chip tabular-nums"
        data-unset={!isSpread || undefined}
        aria-haspopup="dialog"
        disabled={disabled}
        data-tooltip={spreadTexts.use}
        onPointerEnter={spreadDialog.warm}
        onFocus={spreadDialog.warm}
        onClick={() => setOpen(true)}
      >
        <LayoutGrid aria-hidden="true" />
        <span className="chip-text">{isSpread ? spreadTexts.chosen(props.cards) : spreadTexts.chip}</span>
      </button>
      {isOpen && <SpreadSettings {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
