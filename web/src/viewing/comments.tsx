import { Check, MessageCircle, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { agoText } from '#domain/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { commentTexts } from './texts.ts'
import './viewing.css'

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
    <ol ref={list} className="grid gap-1">
      {remarks.map((remark, place) => {
        const { id, x, author, text, isResolved, createdAt } = remark
        return (
          <li
            key={id}
            data-remark={id}
            tabIndex={-1}
            className="remark -mx-2 grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-2.5 gap-y-0 rounded-8 p-2 text-13 focus-visible:-outline-offset-2"
            data-resolved={isResolved || undefined}
          >
            <span
              className="remark-number grid size-6 place-items-center rounded-round text-[12px] font-semibold tabular-nums"
              data-resolved={isResolved || undefined}
            >
              {isResolved ? <Check className="size-3.5" aria-label={commentTexts.done} /> : place + 1}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">
                <bdi>{author}</bdi>
                <time dateTime={createdAt}>{agoText(createdAt, Date.now())}</time>
              </p>
              <p className="whitespace-pre-wrap break-words" dir="auto">
                {text}
              </p>
              {x === null && <p className="text-12 text-muted">{commentTexts.wholePicture}</p>}
              <Replies replies={remark.replies} />
            </div>
            {children?.(remark)}
          </li>
        )
      })}
    </ol>
  )
}

/** The owner's replies to a comment. */
export const Replies = ({ replies }: Pick<PinnedComment, 'replies'>) =>
  replies.length > 0 && (
    <ul className="mt-2 grid gap-2 border-hairline border-l-2 pl-3" aria-label={commentTexts.replies}>
      {replies.map(({ id, author, text, createdAt }) => (
        <li key={id} className="text-13">
          <p className="font-semibold">
            <bdi>{author}</bdi>{' '}
            <time className="font-normal text-12 text-muted" dateTime={createdAt}>
              {agoText(createdAt, Date.now())}
            </time>
          </p>
          <p className="whitespace-pre-wrap break-words" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ul>
  )

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

type PinsProps = {
  remarks: readonly PinnedComment[]
  /** A pin was pressed. */
  onPress(id: string): void
}

/** A pin for each comment on a spot, over the image, with the number that the comment has in the list. */
export const Pins = ({ remarks, onPress }: PinsProps) =>
  remarks.map(
    ({ id, x, y, text, author, isResolved }, place) =>
      x !== null &&
      y !== null && (
        <button
          key={id}
          type="button"
          className="pin absolute grid size-6 -translate-1/2 place-items-center rounded-round text-[12px] font-semibold tabular-nums after:absolute after:-inset-2.5"
          data-resolved={isResolved || undefined}
          aria-label={commentTexts.pin(place + 1, author, text)}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          onClick={(event) => {
            event.stopPropagation()
            onPress(id)
          }}
        >
          {place + 1}
        </button>
      ),
  )

type PicturePinsProps = {
  remarks: readonly PinnedComment[]
  /** The picture's own size, and its view. */
  picture: { readonly width: number; readonly height: number }
  placed: { readonly scale: number; readonly x: number; readonly y: number }
  onPress(id: string): void
}

/**
 * The pins of a picture that can be moved and scaled. They are beside its viewport, not in it, so that a press on one
 * does not start a drag.
 */
export const PicturePins = ({ remarks, picture, placed: { scale, x, y }, onPress }: PicturePinsProps) => (
  <div className="picture-pins">
    <div
      style={{
        width: picture.width * scale,
        height: picture.height * scale,
        transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))`,
      }}
    >
      <Pins remarks={remarks} onPress={onPress} />
    </div>
  </div>
)

/** Hides the pins of the picture, and shows them again; renders nothing without pins. */
export const PinsSwitch = ({ pins: { count, areShown, toggle } }: { pins: PinsState }) =>
  count > 0 && (
    <IconButton
      label={areShown ? commentTexts.hidePins : commentTexts.showPins}
      aria-pressed={areShown}
      onClick={toggle}
    >
      <MessageCircle className={areShown ? 'fill-current' : undefined} />
    </IconButton>
  )

/** The pins on a picture: shown or not, and the one that was pressed last. */
type PinsState = ReturnType<typeof usePins>

/** The state of the pins of the current picture; they are shown at first. */
export function usePins(remarks: readonly PinnedComment[], onPress: () => void) {
  const [areShown, setShown] = useState(true)
  const [pressed, setPressed] = useState<{ readonly id: string } | null>(null)
  return {
    count: remarks.length,
    shown: areShown ? remarks : [],
    areShown,
    /** In a new object for each press. */
    pressed,
    toggle: () => setShown(!areShown),
    press(id: string) {
      onPress()
      setPressed({ id })
    },
  }
}

/** A comment on an image, or on a spot of it. */
type PinnedComment = {
  readonly id: string
  /** Fractions of the picture's width and height; null, both: about the whole picture. */
  readonly x: number | null
  readonly y: number | null
  readonly text: string
  readonly author: string
  /** Resolved by the owner. */
  readonly isResolved: boolean
  /** ISO 8601 */
  readonly createdAt: string
  /** The owner's replies, oldest first. */
  readonly replies: readonly Pick<PinnedComment, 'id' | 'author' | 'text' | 'createdAt'>[]
}
