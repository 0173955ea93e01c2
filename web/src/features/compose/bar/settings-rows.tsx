import {
  Aperture,
  Blend,
  ChevronRight,
  ImagePlus,
  LayoutGrid,
  type LucideIcon,
  Scan,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { resolutions } from '#domain/models/aspect-ratio.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import type { AttachmentKind } from '#domain/prompt/attachment.ts'
import { imagesOf } from '#web/data/drafts/spread-plan.ts'
import { whyNotAttach } from '../attachments.tsx'
import type { CanvasDraft } from '../canvas/use-canvas-draft.ts'
import { useChosenCount } from '../more-chips.tsx'
import { whyNotRaw } from '../settings-chips.tsx'
import { attachmentTexts, moreTexts, promptTexts, spreadTexts, barSettingsTexts as texts } from '../texts.ts'

import './settings-rows.css'

/** Dialog that a row of the settings opens. */
export type OpenedSetting = Exclude<AttachmentKind, 'style'> | 'several' | 'more'

type SettingsRowsProps = {
  written: CanvasDraft
  onOpen(setting: OpenedSetting): void
}

/** The settings of the bar that are changed less often: a row for each, its value at the right. */
export function SettingsRows({ written, onOpen }: SettingsRowsProps) {
  const { draft, model, plan, change } = written
  const { resolution, rawMode } = settingsForModel(draft, model)
  const set = (settings: Partial<PictureSettings>) => change(() => settings)
  const chosen = useChosenCount(draft, model)
  const rawReason = whyNotRaw(model)
  return (
    <>
      <AttachRow kind="prompt" icon={ImagePlus} written={written} onOpen={() => onOpen('prompt')} />
      <AttachRow kind="look" icon={Blend} written={written} onOpen={() => onOpen('look')} />
      <div className="settings-row">
        <Scan aria-hidden="true" />
        {texts.resolution}
        <fieldset className="settings-choice" aria-label={texts.resolution}>
          {resolutions.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === resolution}
              disabled={model !== null && !model.resolutions.includes(each)}
              onClick={() => set({ resolution: each })}
            >
              {each}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="settings-row" data-tooltip={rawReason ?? promptTexts.rawUse}>
        <Aperture aria-hidden="true" />
        {promptTexts.raw}
        <button
          type="button"
          role="switch"
          className="switch ml-auto"
          aria-label={promptTexts.raw}
          aria-checked={rawMode}
          aria-disabled={rawReason ? true : undefined}
          aria-description={rawReason ?? undefined}
          onClick={() => rawReason === null && set({ rawMode: !rawMode })}
        />
      </div>
      <OpeningRow icon={LayoutGrid} name={spreadTexts.chip} onOpen={() => onOpen('several')}>
        {plan.count === 1 ? promptTexts.images(imagesOf(plan)) : spreadTexts.count(plan.count)}
      </OpeningRow>
      <OpeningRow
        icon={SlidersHorizontal}
        name={moreTexts.chip}
        reason={model ? null : promptTexts.loadingModels}
        onOpen={() => onOpen('more')}
      >
        {chosen === 0 ? texts.more : texts.chosen(chosen)}
      </OpeningRow>
    </>
  )
}

type AttachRowProps = { kind: Exclude<AttachmentKind, 'style'>; icon: LucideIcon; written: CanvasDraft; onOpen(): void }

function AttachRow({ kind, icon, written: { draft, model }, onOpen }: AttachRowProps) {
  const count = draft.attachments.filter((attachment) => attachment.kind === kind).length
  return (
    <OpeningRow
      icon={icon}
      name={attachmentTexts.add[kind]}
      reason={whyNotAttach(draft.attachments, kind, model)}
      onOpen={onOpen}
    >
      {count === 0 ? texts.none : texts.pictures(count)}
    </OpeningRow>
  )
}

type OpeningRowProps = { icon: LucideIcon; name: string; reason?: string | null; onOpen(): void; children: ReactNode }

/** A row that opens a dialog. Where that can't help, it stays with the reason. */
function OpeningRow({ icon: Icon, name, reason, onOpen, children }: OpeningRowProps) {
  return (
    <button
      type="button"
      className="settings-row"
      aria-haspopup="dialog"
      aria-disabled={reason ? true : undefined}
      aria-description={reason ?? undefined}
      data-tooltip={reason ?? undefined}
      onClick={() => !reason && onOpen()}
    >
      <Icon aria-hidden="true" />
      {name}
      <span className="settings-value">
        {children}
        <ChevronRight aria-hidden="true" />
      </span>
    </button>
  )
}
