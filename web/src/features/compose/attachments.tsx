import { TriangleAlert, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import {
  type Attachment,
  attachmentNumbers,
  leftOutOfStyle,
  maxLooks,
  type UnsentReason,
  unsentReasons,
} from '#domain/prompt/attachment.ts'
import type { ChoosingPurpose } from '#web/data/chosen-assets.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { pastedPictures, pictureFiles } from '#web/ui/files.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { showToast } from '#web/ui/toast.ts'
import { attachmentTexts, promptTexts, referenceTexts } from './texts.ts'
import './prompt.css'

type AttachmentChipsProps = {
  attachments: readonly Attachment[]
  /** Null while the models are loading. */
  model: AskedModel | null
  disabled: boolean
  onDetach(attachment: Attachment): void
}

/**
 * The attachments of the prompt, each with its label and a remove button. Unsupported ones are marked with the reason.
 */
export function AttachmentChips({ attachments, model, disabled, onDetach }: AttachmentChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  if (attachments.length === 0) return null
  const labels = attachmentLabels(attachments)
  const reasons = unsentReasons(attachments, model)
  const sentences = unsentSentences(attachments, model)

  const detach = (attachment: Attachment, index: number) => {
    // The focus moves to the neighbor, and from the last one to the text.
    const chips = [...(list.current?.children ?? [])]
    const neighbour = (chips[index + 1] ?? chips[index - 1])?.querySelector('button')
    const text = list.current?.parentElement?.querySelector('textarea')
    ;(neighbour ?? text)?.focus()
    onDetach(attachment)
  }

  return (
    <>
      <ul ref={list} className="attachments" aria-label={attachmentTexts.list}>
        {attachments.map((attachment, index) => {
          const label = labels[index] ?? ''
          const isUnsent = reasons[index] !== null
          return (
            <li key={`${attachment.kind} ${attachment.id}`} className="attachment" data-unsent={isUnsent || undefined}>
              <img src={attachment.thumbnailUrl} alt="" />
              <span className="min-w-0">
                {label}
                <small>{isUnsent ? attachmentTexts.notSent : attachment.name}</small>
              </span>
              <button
                type="button"
                disabled={disabled}
                aria-label={attachmentTexts.remove(label)}
                data-tooltip={attachmentTexts.remove(label)}
                onClick={() => detach(attachment, index)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
      {/* Always rendered, so that a screen reader announces its changes. */}
      <div role="status" className="attachments-note">
        {sentences.map((sentence) => (
          <p key={sentence}>
            <TriangleAlert aria-hidden="true" />
            {sentence}
          </p>
        ))}
      </div>
    </>
  )
}

type Named = Pick<ModelShape, 'name' | 'capabilities' | 'mostImagePrompts'>

const sentences: Readonly<Record<UnsentReason, (model: Named) => string>> = {
  'no-styles': ({ name }) => attachmentTexts.noStyles(name),
  'no-pictures': ({ name }) => attachmentTexts.noPictures(name),
  'too-many': ({ name, mostImagePrompts }) => attachmentTexts.tooMany(name, mostImagePrompts),
  'too-many-looks': () => attachmentTexts.tooManyLooks(maxLooks),
}

/** The labels of attachments: 'Style 1', 'Prompt 1', 'Style 2'. */
export function attachmentLabels(attachments: readonly Attachment[]): string[] {
  const numbers = attachmentNumbers(attachments)
  return attachments.map(({ kind }, index) => attachmentTexts.label(kind, numbers[index] ?? 0))
}

/** A sentence for each reason why something is not sent, with its attachments. */
export function unsentSentences(attachments: readonly Attachment[], model: Named | null): string[] {
  if (!model) return []
  const labels = attachmentLabels(attachments)
  const byReason = new Map<UnsentReason, string[]>()
  for (const [index, reason] of unsentReasons(attachments, model).entries())
    if (reason) byReason.set(reason, [...(byReason.get(reason) ?? []), labels[index] ?? ''])
  return [
    ...[...byReason].map(([reason, unsent]) => `${sentences[reason](model)} ${attachmentTexts.stay(unsent)}`),
    ...leftOutSentences(attachments, model),
  ]
}

/** The style's own pictures come after all others: some of them may have no room. */
function leftOutSentences(attachments: readonly Attachment[], model: Named): string[] {
  const leftOut = leftOutOfStyle(attachments, model)
  const styleAt = attachments.findIndex(({ kind }) => kind === 'style')
  if (leftOut === 0) return []
  const label = attachmentLabels(attachments)[styleAt] ?? ''
  const reason = sentences[model.mostImagePrompts === 0 ? 'no-pictures' : 'too-many'](model)
  return [`${reason} ${attachmentTexts.leftOut(label, leftOut, attachments[styleAt]?.pictureCount ?? 0)}`]
}

/** Why one more of this kind would not be sent; null where it would, and while the model is not known. */
export function whyNotAttach(
  attachments: readonly Attachment[],
  kind: Attachment['kind'],
  model: Named | null,
): string | null {
  // Another style replaces the first.
  const others = kind === 'style' ? attachments.filter((attachment) => attachment.kind !== 'style') : attachments
  const added: Attachment = { kind, id: '', name: '', thumbnailUrl: '' }
  const reason = unsentReasons([...others, added], model).at(-1)
  return reason && model ? sentences[reason](model) : null
}

type PictureDropProps = {
  onAttach(attachment: Attachment): void
  onSelectAsset(purpose: ChoosingPurpose): void
  children: ReactNode
}

/** Uploads pictures that are dropped on its content, or pasted into it, as image prompts. */
export function PictureDrop({ onAttach, onSelectAsset, children }: PictureDropProps) {
  const { Part, open, close } = useLazyPart(referenceDialog)
  const [offered, setOffered] = useState<readonly File[]>([])
  const [isOver, setOver] = useState(false)

  const offer = (files: readonly File[]) => {
    setOffered(files)
    open()
  }
  const paste = (event: ClipboardEvent) => {
    const files = pastedPictures(event.clipboardData, referenceTexts.pasted)
    if (files.length === 0) return
    event.preventDefault()
    offer(files)
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    const files = pictureFiles(event.dataTransfer, referenceTexts.pasted)
    if (files.length > 0) return offer(files)
    showToast({ kind: 'error', title: referenceTexts.kinds.prompt.title, description: referenceTexts.noPicture })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chip Image prompt does the same by mouse and by keyboard */}
      <div
        className="picture-drop"
        data-over={isOver ? promptTexts.dropHere : undefined}
        onPaste={paste}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
      </div>
      {Part && (
        <Part kind="prompt" offered={offered} onAttach={onAttach} onSelectAsset={onSelectAsset} onClose={close} />
      )}
    </>
  )
}

/** The dialog in which pictures are uploaded and picked, loaded when it is needed. */
export const referenceDialog = lazyPart(async () => (await import('./reference-dialog.tsx')).ReferenceDialog)
