import type { ModelShape } from '#contract/model.ts'
import type { StyleShape } from '#contract/style.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { Attachment, AttachmentKind } from '#domain/prompt/attachment.ts'
import type { Spread } from '#domain/series/spread.ts'
import type { ChoosingPurpose } from '#web/data/chosen-assets.ts'
import { useFirstInput } from '#web/ui/focus.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { AttachChip } from './attachments/attach-chip.tsx'
import { whyNotAttach } from './attachments/unsent-sentences.ts'
import { referenceDialog } from './references/reference-dialog-part.ts'
import { SettingsChips } from './settings-chips.tsx'
import { SpreadChip } from './spread/spread-chip.tsx'

const styleDialog = lazyPart(async () => (await import('./styles/style-dialog.tsx')).StyleDialog)
const warmDialogs = () => {
  styleDialog.warm()
  referenceDialog.warm()
}

export type ComposerChipsProps = {
  wish: PictureSettings
  attachments: readonly Attachment[]
  spread: Spread
  /** Null while the models are loading. */
  model: ModelShape | null
  disabled: boolean
  onChange(change: Partial<PictureSettings>): void
  onSpread(spread: Spread): void
  onAttach(attachment: Attachment): void
  onDetach(attachment: Pick<Attachment, 'kind' | 'id'>): void
  /** Leaves for the assets page, to pick images there. */
  onSelectAsset(purpose: ChoosingPurpose): void
}

/** The row of chips under the text: what goes with the prompt, and how the picture is to be made. */
export function ComposerChips(props: ComposerChipsProps) {
  const { wish, attachments, spread, model, disabled, onChange, onSpread, onAttach, onDetach } = props
  const styles = useLazyPart(styleDialog)
  useFirstInput(warmDialogs)
  return (
    <>
      <AttachChip
        kind="style"
        reason={whyNotAttach(attachments, 'style', model)}
        disabled={disabled}
        onApproach={styleDialog.warm}
        onOpen={styles.open}
      />
      {styles.Part && (
        <styles.Part
          attachedId={attachments.find(({ kind }) => kind === 'style')?.id ?? null}
          onAdd={(style) => onAttach(attachmentOf(style))}
          onDetach={(id) => onDetach({ kind: 'style', id })}
          onClose={styles.close}
        />
      )}
      <ReferenceChip {...props} kind="prompt" />
      <ReferenceChip {...props} kind="look" />
      <SettingsChips wish={wish} model={model} disabled={disabled} onChange={onChange} />
      <SpreadChip spread={spread} disabled={disabled} onChange={onSpread} />
    </>
  )
}

const attachmentOf = ({ id, title, coverUrl, referenceIds }: StyleShape): Attachment => ({
  kind: 'style',
  id,
  name: title,
  thumbnailUrl: coverUrl,
  pictureCount: referenceIds.length,
})

/** Attaches pictures: for what they show, or for their look. */
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
