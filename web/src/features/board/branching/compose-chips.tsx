import { Blend, ImagePlus, Palette } from 'lucide-react'
import type { ModelShape } from '#contract/model.ts'
import { type AttachmentKind, whyNotAttach } from './attachments.ts'
import type { ComposeDraft } from './compose-drafts.ts'
import { ImagePicker } from './image-picker.tsx'
import { usePanelParts } from './panel-parts.ts'
import { branchingTexts } from './texts.ts'

const icons = { prompt: ImagePlus, style: Blend }

type ComposeChipsProps = {
  draft: ComposeDraft
  model: ModelShape | null
  onChange(change: Partial<ComposeDraft>): void
}

/** The row of chips under the text: what goes with the prompt, and how the picture is to be made. */
export function ComposeChips({ draft, model, onChange }: ComposeChipsProps) {
  const { SettingsChips } = usePanelParts()
  return (
    <div className="compose-chips">
      <button type="button" className="chip" aria-disabled data-tooltip={branchingTexts.noStyles}>
        <Palette aria-hidden="true" />
        {branchingTexts.style}
      </button>
      <AttachChip kind="prompt" draft={draft} model={model} onChange={onChange} />
      <AttachChip kind="style" draft={draft} model={model} onChange={onChange} />
      <SettingsChips wish={draft} model={model} disabled={false} onChange={onChange} />
    </div>
  )
}

function AttachChip({ kind, draft, model, onChange }: ComposeChipsProps & { kind: AttachmentKind }) {
  const { attachments } = draft
  const reason = whyNotAttach(model, attachments.length + 1)
  const Icon = icons[kind]
  const chip = (
    <button
      type="button"
      className="chip"
      data-unset
      aria-disabled={reason ? true : undefined}
      data-tooltip={reason ?? undefined}
    >
      <Icon aria-hidden="true" />
      {branchingTexts.attach[kind]}
    </button>
  )
  if (reason) return chip
  return (
    <ImagePicker
      kind={kind}
      attached={new Set(attachments.map(({ imageId }) => imageId))}
      onPick={(imageId) => onChange({ attachments: [...attachments, { kind, imageId }] })}
    >
      {chip}
    </ImagePicker>
  )
}
