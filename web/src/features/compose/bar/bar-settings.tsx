import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { withWords } from '#domain/prompt/with-words.ts'
import { noSpread, spreadCount } from '#domain/series/spread.ts'
import type { ChoosingPurpose } from '#web/data/chosen-assets.ts'
import { chooseControls } from '#web/data/models/controls-by-model.ts'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { Popover } from '#web/ui/popups.tsx'
import { referenceDialog } from '../attachments.tsx'
import type { CanvasDraft } from '../canvas/use-canvas-draft.ts'
import { MoreSettings, SpreadSettings, useChosenCount } from '../more-chips.tsx'
import { moreTexts, promptTexts, barSettingsTexts as texts } from '../texts.ts'
import type { OpenedSetting } from './settings-rows.tsx'

const settingsRows = lazyPart(async () => (await import('./settings-rows.tsx')).SettingsRows)

/** Between the bar and what is opened above it, in pixels. */
const gapAboveBar = 8

type BarSettingsProps = { written: CanvasDraft; onSelectAsset(purpose: ChoosingPurpose): void }

/** The settings in one popover above the bar, and the dialogs that its rows open. */
export function BarSettings({ written, onSelectAsset }: BarSettingsProps) {
  const [state, setState] = useState<'closed' | 'open' | OpenedSetting>('closed')
  const place = useRef<HTMLSpanElement>(null)
  const [offset, setOffset] = useState(gapAboveBar)
  const close = () => setState('closed')
  const show = (isOpen: boolean) => {
    const bar = place.current?.closest('.prompt-bar')?.getBoundingClientRect()
    const own = place.current?.getBoundingClientRect()
    if (bar && own) setOffset(own.top - bar.top + gapAboveBar)
    setState(isOpen ? 'open' : 'closed')
  }
  return (
    <>
      <Popover.Root open={state === 'open'} onOpenChange={show}>
        <span ref={place} className="flex">
          <Popover.Trigger
            className="chip bar-square bar-settings"
            aria-label={texts.title}
            data-tooltip={texts.title}
            onPointerEnter={settingsRows.warm}
            onFocus={settingsRows.warm}
          >
            <SlidersHorizontal aria-hidden="true" />
          </Popover.Trigger>
        </span>
        <Popover.Portal>
          <Popover.Content
            side="top"
            align="center"
            sideOffset={offset}
            collisionPadding={12}
            aria-label={texts.title}
            className="popover settings-popover"
          >
            <LazySlot part={settingsRows} props={{ written, onOpen: setState }} onClose={close} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <OpenedDialog opened={state} written={written} onSelectAsset={onSelectAsset} onClose={close} />
    </>
  )
}

type OpenedDialogProps = BarSettingsProps & { opened: 'closed' | 'open' | OpenedSetting; onClose(): void }

function OpenedDialog({ opened, written, onSelectAsset, onClose }: OpenedDialogProps) {
  const { draft, model, plan, change, attach } = written
  switch (opened) {
    case 'prompt':
    case 'look': {
      const props = { kind: opened, offered: [], onAttach: attach, onSelectAsset, onClose }
      return <LazySlot part={referenceDialog} props={props} onClose={onClose} />
    }
    case 'several':
      return (
        <SpreadSettings
          spread={draft.spread}
          cards={plan.count}
          onChange={(spread) => change(() => ({ spread }))}
          onClose={onClose}
        />
      )
    case 'more':
      return (
        <MoreSettings
          settings={draft}
          model={model}
          onChange={(settings) => change(() => settings)}
          onAddWords={(words) => change((now) => ({ prompt: withWords(now.prompt, words) }))}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}

/** A chip for each setting of the popover that differs from its default; a press on × sets it back. */
export function SetChips({ written: { draft, model, plan, change } }: { written: CanvasDraft }) {
  const { resolution, rawMode } = settingsForModel(draft, model)
  const chosen = useChosenCount(draft, model)
  const resetMore = () => {
    change(() => ({ count: undefined, seed: undefined }))
    if (model) chooseControls(model.name, {})
  }
  return (
    <div className="bar-set">
      {resolution !== '1K' && (
        <SetChip label={texts.toDefaultResolution} onReset={() => change(() => ({ resolution: '1K' }))}>
          {resolution}
        </SetChip>
      )}
      {rawMode && (
        <SetChip label={texts.withoutRaw} onReset={() => change(() => ({ rawMode: false }))}>
          {promptTexts.raw}
        </SetChip>
      )}
      {spreadCount(draft.spread) > 1 && (
        <SetChip label={texts.oneCard} onReset={() => change(() => ({ spread: noSpread }))}>
          {texts.cards(plan.count)}
        </SetChip>
      )}
      {chosen > 0 && (
        <SetChip label={texts.withoutMore} onReset={resetMore}>
          {moreTexts.chosen(chosen)}
        </SetChip>
      )}
    </div>
  )
}

type SetChipProps = { label: string; onReset(): void; children: ReactNode }

const SetChip = ({ label, onReset, children }: SetChipProps) => (
  <span className="bar-set-chip tabular-nums">
    {children}
    <button type="button" aria-label={label} data-tooltip={label} onClick={onReset}>
      <X aria-hidden="true" />
    </button>
  </span>
)
