import { Brush, Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ReviewCommentShape } from '#contract/sharing/shared-board.ts'
import { agoText } from '#domain/format.ts'
import type { Point } from '#domain/geometry/rect.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { replyToComment, resolveComment } from '#web/data/review.ts'
import { useKept } from '#web/data/storage/kept-values.ts'
import { type BoardSession, useCard } from '#web/features/board/board-session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { NewDot } from '#web/ui/new-dot.tsx'
import { showToast } from '#web/ui/toast.ts'
import { Replies } from '#web/viewing/comments.tsx'
import { commentTexts } from '#web/viewing/texts.ts'
import { CommentActs } from './comment-acts.tsx'
import { replyDrafts } from './reply-drafts.ts'
import { showNotChanged } from './show-not-changed.ts'
import { shareTexts, commentPanelTexts as texts } from './texts.ts'

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** A spot of a picture in the square that is cut out of its middle; one outside stands at the edge. */
function spotInSquare({ x, y }: Point, { width, height }: PixelSize): Point {
  const side = Math.min(width, height)
  return { x: clamp((x * width - (width - side) / 2) / side), y: clamp((y * height - (height - side) / 2) / side) }
}

type CommentRowProps = {
  session: BoardSession
  comment: ReviewCommentShape
  /** It had not been seen before the panel was opened. */
  isNew: boolean
  /** Its picture is shown on the canvas, and the reply field is open. */
  isChosen: boolean
  onChoose(): void
}

/** One comment: pressed anywhere it shows its picture; below it what can be done about it. */
export function CommentRow({ session, comment, isNew, isChosen, onChoose }: CommentRowProps) {
  const { id, imageId, generationId, x, y, author, text, isResolved, createdAt } = comment
  const { projectId } = session.board
  const spot = x === null || y === null ? null : { x, y }
  const image = useCard(generationId, ({ images }) => images.find((each) => each.id === imageId))
  const shownSpot = spot && image && spotInSquare(spot, image)
  const change = () =>
    session.overlays.open({
      kind: 'edit',
      cardId: generationId,
      imageId,
      operation: spot ? 'change' : 'instruct',
      request: { words: text, spot },
    })
  return (
    <li
      className={joinClasses('comment-row relative border-b border-hairline p-3', isChosen && 'is-chosen')}
      data-comment={id}
    >
      <div className="grid grid-cols-[56px_minmax(0,1fr)] gap-x-3">
        <span className="relative size-14">
          <img src={imageAddress(imageId, 256)} alt="" className="size-14 rounded-8 object-cover" />
          {shownSpot && (
            <span
              className="absolute -m-[5px] size-2.5 rounded-full bg-(--mark) ring-2 ring-(--mark-edge)"
              style={{ left: `${shownSpot.x * 100}%`, top: `${shownSpot.y * 100}%` }}
            />
          )}
        </span>
        <div className="min-w-0">
          <p className="flex items-center gap-1.5 font-semibold text-13">
            <span className="truncate" dir="auto">
              {author}
            </span>
            <span className="badge flex-none">{texts.client}</span>
            <time className="flex-none font-normal text-12 text-muted tabular-nums" dateTime={createdAt}>
              {agoText(createdAt, Date.now())}
            </time>
            {isNew && <NewDot className="ml-auto" label={texts.isNew} />}
          </p>
          <p className="mt-0.5 whitespace-pre-wrap break-words text-13/[20px]" dir="auto">
            {text}
          </p>
          {!spot && <p className="mt-1 text-12 text-muted">{texts.wholePicture}</p>}
        </div>
      </div>
      <button
        type="button"
        className="absolute inset-0 cursor-pointer focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-(--focus)"
        aria-label={texts.show(author, text)}
        aria-expanded={isChosen}
        onClick={onChoose}
      />
      <div className="ml-17">
        <Replies replies={comment.replies} />
        {isChosen && <ReplyForm comment={comment} />}
      </div>
      <div className="comment-acts pointer-events-none relative flex items-center">
        {!isChosen && (
          <Button kind="quiet" size="small" aria-label={texts.replyTo(author)} onClick={onChoose}>
            {texts.reply}
          </Button>
        )}
        <Button kind={isChosen ? 'line' : 'quiet'} size="small" onClick={change}>
          {isChosen && <Brush aria-hidden="true" />}
          {spot ? texts.changePart : texts.changeWhole}
        </Button>
        <span className="ml-auto">
          {isResolved ? (
            <CommentActs projectId={projectId} comment={comment} />
          ) : (
            <IconButton
              size="small"
              label={commentTexts.resolve}
              onClick={() => void resolveComment(projectId, id, true).catch(showNotChanged)}
            >
              <Check />
            </IconButton>
          )}
        </span>
      </div>
    </li>
  )
}

/** Characters of a reply, as the server takes them. */
const maxReply = 2_000

/** The field for a reply. */
function ReplyForm({ comment: { id, author } }: { comment: ReviewCommentShape }) {
  const text = useKept(replyDrafts, id)
  const [isSending, setSending] = useState(false)
  const type = (next: string) => {
    if (next === '') replyDrafts.remove(id)
    else replyDrafts.write(id, next)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || text.trim() === '') return
    setSending(true)
    try {
      await replyToComment(id, text)
      // Words typed meanwhile stay.
      if (replyDrafts.read(id) === text) type('')
    } catch (error) {
      showToast({ kind: 'error', title: texts.notSent, description: errorMessage(error, shareTexts.tryAgain) })
    }
    setSending(false)
  }
  return (
    <form className="input relative mt-3 flex items-center gap-1" onSubmit={(event) => void send(event)}>
      <input
        aria-label={texts.replyTo(author)}
        placeholder={texts.reply}
        className="min-w-0 flex-1 bg-transparent text-13 outline-none"
        dir="auto"
        maxLength={maxReply}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      {text.trim() !== '' && (
        <Button kind="solid" size="small" type="submit" busy={isSending}>
          {texts.send}
        </Button>
      )}
    </form>
  )
}
