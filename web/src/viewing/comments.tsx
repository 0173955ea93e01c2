import { Check, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatTime } from '#domain/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { PinnedComment } from './pins.tsx'
import { commentTexts } from './texts.ts'
import '#web/viewing/viewing.css'

type RemarkListProps = {
  remarks: readonly PinnedComment[]
  /** The comment whose pin was pressed, in a new object for each press; null before any was. */
  pressed: { readonly id: string } | null
  /** The actions on a comment. */
  children?: (remark: PinnedComment) => ReactNode
}

/** The comments on an image, in the order of its pins. */
export function PinnedComments({ remarks, pressed, children }: RemarkListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (pressed) list.current?.querySelector<HTMLElement>(`[data-remark="${pressed.id}"]`)?.focus()
  }, [pressed])
  return (
    <ol ref={list} className="remarks">
      {remarks.map((remark, place) => {
        const { id, author, text, isResolved, createdAt } = remark
        return (
          <li key={id} data-remark={id} tabIndex={-1} className="remark" data-resolved={isResolved || undefined}>
            <span className="remark-number" data-resolved={isResolved || undefined}>
              {isResolved ? <Check aria-label={commentTexts.done} /> : place + 1}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">
                {author}
                <time dateTime={createdAt}>{formatTime(createdAt)}</time>
              </p>
              <p className="whitespace-pre-wrap break-words">{text}</p>
            </div>
            {children?.(remark)}
          </li>
        )
      })}
    </ol>
  )
}

type PictureRemarksProps = {
  remarks: readonly PinnedComment[]
  /** Names of those who like the picture. */
  likedBy: readonly string[]
  pressed: { readonly id: string } | null
  /** The actions on a comment. */
  children(remark: PinnedComment): ReactNode
}

/** The comments and likes of an image, in the panel beside it. Renders nothing without any. */
export function ImageComments({ remarks, likedBy, pressed, children }: PictureRemarksProps) {
  if (remarks.length + likedBy.length === 0) return null
  return (
    <section className="picture-remarks" aria-label={commentTexts.heading}>
      <h3 className="font-semibold text-13">{commentTexts.heading}</h3>
      {likedBy.length > 0 && <p className="text-13 text-muted">{commentTexts.likedBy(likedBy)}</p>}
      <PinnedComments remarks={remarks} pressed={pressed}>
        {children}
      </PinnedComments>
    </section>
  )
}

type RemarkActsProps = { isResolved: boolean; onResolve(isResolved: boolean): void; onRemove(): void }

/** Resolves a comment, opens it again, or deletes it. */
export function CommentButtons({ isResolved, onResolve, onRemove }: RemarkActsProps) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <div className="flex">
      <IconButton
        size="small"
        label={isResolved ? commentTexts.reopen : commentTexts.resolve}
        onClick={() => onResolve(!isResolved)}
      >
        {isResolved ? <RotateCcw /> : <Check />}
      </IconButton>
      <IconButton size="small" label={commentTexts.remove} onClick={() => setRemoving(true)}>
        <Trash2 />
      </IconButton>
      {isRemoving && (
        <ConfirmDialog
          title={commentTexts.removeQuestion}
          text={commentTexts.removeText}
          confirmLabel={commentTexts.removeConfirm}
          onConfirm={onRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
