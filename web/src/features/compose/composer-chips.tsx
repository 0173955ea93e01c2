import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { Attachment, AttachmentKind } from '#domain/prompt/attachment.ts'
import type { Spread } from '#domain/series/spread.ts'
import type { ChoosingPurpose } from '#web/data/chosen-assets.ts'
import type { CardSettings } from '#web/data/drafts/parse-draft.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { useFirstInput } from '#web/ui/focus.ts'
import { useLazyPart } from '#web/ui/lazy-part.tsx'
import { referenceDialog, whyNotAttach } from './attachments.tsx'
import { MoreChip, SpreadChip } from './more-chips.tsx'
import { SettingsChips } from './settings-chips.tsx'
import { AttachChip, StyleChip, styleDialog } from './style-chip.tsx'

const warmDialogs = () => {
  styleDialog.warm()
  referenceDialog.warm()
}

export type ComposerChipsProps = {
  settings: PictureSettings & CardSettings
  attachments: readonly Attachment[]
  spread: Spread
  /** The number of cards that Go makes: by the spread, and by the words. */
  cards: number
  /** Null while the models are loading. */
  model: AskedModel | null
  disabled: boolean
  onChange(change: Partial<PictureSettings> & CardSettings): void
  /** Puts words at the end of the prompt. */
  onAddWords(words: string): void
  onSpread(spread: Spread): void
  onAttach(attachment: Attachment): void
  onDetach(attachment: Pick<Attachment, 'kind' | 'id'>): void
  /** Opens the assets page, to pick images there. */
  onSelectAsset(purpose: ChoosingPurpose): void
}

/** The row of chips under the text: attachments and settings. */
export function ComposerChips(props: ComposerChipsProps) {
  const { settings: wanted, spread, cards, model, disabled, onChange, onSpread } = props
  useFirstInput(warmDialogs)
  return (
    <>
      <StyleChip {...props} />
      <ReferenceChip {...props} kind="prompt" />
      <ReferenceChip {...props} kind="look" />
      <SettingsChips settings={wanted} model={model} disabled={disabled} onChange={onChange} />
      <SpreadChip spread={spread} cards={cards} disabled={disabled} onChange={onSpread} />
      <MoreChip settings={wanted} model={model} disabled={disabled} onChange={onChange} onAddWords={props.onAddWords} />
    </>
  )
}

/** Attaches pictures: for their content, or for their look. */
function ReferenceChip(props: ComposerChipsProps & { kind: Exclude<AttachmentKind, 'style'> }) {
  const { kind, attachments, model, disabled, onAttach, onSelectAsset } = props
  const { Part, open, close } = useLazyPart(referenceDialog)
  return (
    <>
      <AttachChip
        kind={kind}
        reason={whyNotAttach(attachments, kind, model)}
        disabled={disabled}
        onApproach={referenceDialog.warm}
        onOpen={open}
      />
      {Part && <Part kind={kind} offered={[]} onAttach={onAttach} onSelectAsset={onSelectAsset} onClose={close} />}
    </>
  )
}
