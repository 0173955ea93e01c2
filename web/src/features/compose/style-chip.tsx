import { Blend, ImagePlus, type LucideIcon, Palette } from 'lucide-react'
import type { Attachment, AttachmentKind } from '#domain/prompt/attachment.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { attachmentOfStyle } from '#web/data/styles.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { whyNotAttach } from './attachments.tsx'
import { attachmentTexts } from './texts.ts'

/** The dialog in which a style is picked, loaded when it is needed. */
export const styleDialog = lazyPart(async () => (await import('./styles/style-dialog.tsx')).StyleDialog)

type StyleChipProps = {
  attachments: readonly Attachment[]
  /** Null while the models are loading. */
  model: AskedModel | null
  disabled: boolean
  onAttach(attachment: Attachment): void
  onDetach(attachment: Pick<Attachment, 'kind' | 'id'>): void
}

/** Attaches a style, in place of the one that is attached. */
export function StyleChip({ attachments, model, disabled, onAttach, onDetach }: StyleChipProps) {
  const { Part, open, close } = useLazyPart(styleDialog)
  return (
    <>
      <AttachChip
        kind="style"
        reason={whyNotAttach(attachments, 'style', model)}
        disabled={disabled}
        onApproach={styleDialog.warm}
        onOpen={open}
      />
      {Part && (
        <Part
          attachedId={attachments.find(({ kind }) => kind === 'style')?.id ?? null}
          onAdd={(style) => onAttach(attachmentOfStyle(style))}
          onDetach={(id) => onDetach({ kind: 'style', id })}
          onClose={close}
        />
      )}
    </>
  )
}

const icons: Readonly<Record<AttachmentKind, LucideIcon>> = { style: Palette, prompt: ImagePlus, look: Blend }

type AttachChipProps = {
  kind: AttachmentKind
  /** Why nothing of this kind can be attached now; null where it can. */
  reason: string | null
  disabled: boolean
  /** The dialog may be opened soon. */
  onApproach(): void
  onOpen(): void
}

/** Opens the dialog of an attachment. Where the model does not support it, it stays visible with the reason. */
export function AttachChip({ kind, reason, disabled, onApproach, onOpen }: AttachChipProps) {
  const Icon = icons[kind]
  return (
    <button
      type="button"
      className="chip"
      data-attach={kind}
      data-unset
      aria-haspopup="dialog"
      aria-disabled={reason ? true : undefined}
      aria-description={reason ?? undefined}
      disabled={disabled}
      data-tooltip={reason ?? attachmentTexts.add[kind]}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={() => !reason && onOpen()}
    >
      <Icon aria-hidden="true" />
      <span className="chip-text">{attachmentTexts.add[kind]}</span>
    </button>
  )
}
