import { X } from 'lucide-react'
import { imageAddress } from '#web/data/image-address.ts'
import { useBoardView } from '../board-context.ts'
import { type Attachment, attachmentLabels } from './attachments.ts'
import { branchingTexts } from './texts.ts'

type AttachmentListProps = { attachments: readonly Attachment[]; onRemove(attachment: Attachment): void }

/** The images that go with the prompt, each with its label and a way to take it off. */
export function AttachmentList({ attachments, onRemove }: AttachmentListProps) {
  const { board } = useBoardView()
  const labels = attachmentLabels(attachments)
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label={branchingTexts.attachments}>
      {attachments.map((attachment, index) => {
        const label = labels[index] ?? ''
        const generation = board.getGeneration(board.generationOfImage(attachment.imageId) ?? '')
        return (
          <li key={attachment.imageId} className="attachment">
            <img src={imageAddress(attachment.imageId, 256)} alt="" />
            <span className="min-w-0">
              {label}
              {generation && <small>{generation.prompt}</small>}
            </span>
            <button
              type="button"
              aria-label={branchingTexts.remove(label)}
              data-tooltip={branchingTexts.remove(label)}
              onClick={() => onRemove(attachment)}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
