import { TriangleAlert, X } from 'lucide-react'
import { useRef } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { type Attachment, unsentReasons } from '#domain/prompt/attachment.ts'
import { attachmentTexts } from './texts.ts'
import { attachmentLabels, unsentSentences } from './unsent-sentences.ts'
import './attachments.css'

type AttachmentChipsProps = {
  attachments: readonly Attachment[]
  /** Null while the models are loading. */
  model: ModelShape | null
  disabled: boolean
  onDetach(attachment: Attachment): void
}

/** What goes with the prompt, each with its label and a way to take it off. What the model can't take is marked and says why. */
export function AttachmentChips({ attachments, model, disabled, onDetach }: AttachmentChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  if (attachments.length === 0) return null
  const labels = attachmentLabels(attachments)
  const reasons = unsentReasons(attachments, model)
  const sentences = unsentSentences(attachments, model)

  const detach = (attachment: Attachment, index: number) => {
    // The focus goes on to the neighbour, and from the last one to the text.
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
      {/* Always there, so that a screen reader hears what comes into it. */}
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
