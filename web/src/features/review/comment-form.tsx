import { type FormEvent, useRef, useState } from 'react'
import { errorMessage } from '#web/data/api-error.ts'
import { addComment } from '#web/data/shared/shared-board.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { Spot } from './pinned-picture.tsx'
import { type Review, showComment, whenNamed } from './review-state.ts'
import { reviewTexts } from './texts.ts'

type CommentFormProps = { review: Review; imageId: string; spot: Spot; onEnd(): void }

/** Says something about a spot of a picture. */
export function CommentForm({ review, imageId, spot, onEnd }: CommentFormProps) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  // Read at once: keys that are held come before the next render.
  const isUnderWay = useRef(false)
  const end = () => {
    isUnderWay.current = false
    setSending(false)
  }

  const send = () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    addComment(review.id, { imageId, ...spot, text }).then(
      (comment) => {
        showComment(review, comment)
        onEnd()
      },
      (error: unknown) => {
        end()
        showToast({ kind: 'error', title: reviewTexts.notSent, description: errorMessage(error, reviewTexts.tryAgain) })
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') whenNamed(review, send)
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextField
        label={reviewTexts.commentHere}
        value={text}
        maxLength={2_000}
        rows={3}
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={onEnd}>
          {reviewTexts.cancel}
        </Button>
        <Button kind="solid" type="submit" busy={isSending}>
          {reviewTexts.send}
        </Button>
      </div>
    </form>
  )
}
