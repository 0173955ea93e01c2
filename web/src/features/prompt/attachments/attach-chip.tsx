import { Blend, ImagePlus, type LucideIcon, Palette } from 'lucide-react'
import type { AttachmentKind } from '#domain/prompt/attachment.ts'
import { attachmentTexts } from './texts.ts'

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

/** Opens what is attached by it. Where the model can't take it, it stays visible and says so. */
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
      data-tooltip={reason ?? undefined}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={() => !reason && onOpen()}
    >
      <Icon aria-hidden="true" />
      {attachmentTexts.add[kind]}
    </button>
  )
}
