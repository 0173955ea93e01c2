import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReviewCommentShape, ReviewShape } from '#contract/sharing/shared-board.ts'
import { cardRect } from '#domain/layout/card.ts'
import { freeScreen, openPanels, viewWithin } from '#web/canvas/free-view.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { markSeen, reviewQuery } from '#web/data/review.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { openLightbox } from '#web/features/board/overlays.ts'
import { usePageVisible } from '#web/ui/browser-state.ts'
import { Spinner } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { EmptyState, LoadFailed } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { commentTexts } from '#web/viewing/texts.ts'
import { CommentRow } from './comment-row.tsx'
import { commentPanelTexts as texts } from './texts.ts'
import './comments.css'

const roundsTab = lazyPart(async () => (await import('./rounds-tab.tsx')).RoundsTab)

const glideMs = 200
/** The zoom at which a pressed comment shows its picture, where the view is further away. */
const readableZoom = 0.55

/** Shows the picture of a comment on the canvas, beside the panel. */
function showOnCanvas({ board, controller, comments }: BoardSession, comment: ReviewCommentShape): void {
  const { x, y, imageId, generationId } = comment
  comments.set({ ...comments.get(), shown: { imageId, spot: x === null || y === null ? null : { x, y } } })
  const card = board.cards.get(generationId)
  if (!card) {
    showToast({ kind: 'info', title: texts.gone })
    return
  }
  const room = freeScreen(controller.viewport(), openPanels())
  controller.glideTo(viewWithin(room, cardRect(card), Math.max(readableZoom, controller.get().zoom)), glideMs)
}

/** Marks what is shown as seen. @returns The ids of the comments that were new when they came into view. */
function useSeen(projectId: string, review: ReviewShape | undefined): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const isVisible = usePageVisible()
  useEffect(() => {
    if (!isVisible) return
    const ids = review?.comments.flatMap(({ id, isNew }) => (isNew ? [id] : [])) ?? []
    if (ids.length === 0) return
    setFresh((before) => new Set([...before, ...ids]))
    // Asked again with the next comment, or when the panel is opened again.
    markSeen(projectId, ids).catch(() => {})
  }, [projectId, review, isVisible])
  return fresh
}

/** The focus is in the panel while it is open, and where it was afterwards. */
function usePanelFocus(panel: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    panel.current?.focus()
    return () => document.querySelector<HTMLElement>('[data-comments]')?.focus()
  }, [panel])
}

/** The comments of reviewers beside the canvas: open ones, those that are done, and the rounds. */
export function CommentsPanel({ session }: { session: BoardSession }) {
  const { projectId } = session.board
  const node = useRef<HTMLElement>(null)
  const { data: review, isError, refetch } = useQuery(reviewQuery(projectId))
  const fresh = useSeen(projectId, review)
  const wanted = useOverlay(session, 'review')?.commentId ?? null
  const [tab, setTab] = useState<'open' | 'done' | 'rounds'>(wanted === 'rounds' ? 'rounds' : 'open')
  const [chosenId, setChosenId] = useState<string | null>(null)
  usePanelFocus(node)
  useEffect(() => () => session.comments.set({ ...session.comments.get(), shown: null }), [session])

  const choose = (comment: ReviewCommentShape) => {
    setChosenId(comment.id)
    showOnCanvas(session, comment)
  }
  const found = review?.comments.find(({ id }) => id === wanted)
  // Once for each comment that is asked for, as soon as it is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of it chooses nothing
  useEffect(() => {
    if (!found) return
    setTab(found.isResolved ? 'done' : 'open')
    choose(found)
    requestAnimationFrame(() =>
      node.current?.querySelector(`[data-comment="${found.id}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  }, [found?.id])

  const newestFirst = review?.comments.toReversed() ?? []
  const open = newestFirst.filter(({ isResolved }) => !isResolved)
  const done = newestFirst.filter(({ isResolved }) => isResolved)
  const shown = tab === 'open' ? open : done
  const total = review?.total ?? newestFirst.length
  const openCount = review?.openCount ?? open.length
  const names = { open: texts.open(openCount), done: texts.done(total - openCount), rounds: texts.rounds }
  const isEmpty = review !== undefined && review.comments.length + review.likes.length === 0
  return (
    <FloatingPanel
      title={texts.title}
      closeLabel={texts.close}
      part="comments-panel"
      className="covers-canvas"
      panelRef={node}
      closesFrom="both"
      actions={
        <fieldset aria-label={texts.tabs} className="mr-1 flex rounded-8 bg-raised p-0.5">
          {(['open', 'done', 'rounds'] as const).map((each) => (
            <button
              key={each}
              className="h-6 rounded-6 px-2 py-0 text-[12px] text-muted tabular-nums aria-pressed:bg-panel aria-pressed:text-ink pointer-coarse:h-11 pointer-coarse:px-3 pointer-coarse:py-0"
              type="button"
              aria-pressed={tab === each}
              onClick={() => setTab(each)}
            >
              {names[each]}
            </button>
          ))}
        </fieldset>
      }
      onClose={() => session.overlays.close('review')}
    >
      <div className="min-h-0 flex-1 overflow-y-auto border-hairline border-t">
        {tab === 'rounds' ? (
          <LazySlot part={roundsTab} props={{ session }} />
        ) : (
          <>
            <ol>
              {shown.map((comment) => (
                <CommentRow
                  key={comment.id}
                  session={session}
                  comment={comment}
                  isNew={fresh.has(comment.id)}
                  isChosen={comment.id === chosenId}
                  onChoose={() => choose(comment)}
                />
              ))}
            </ol>
            {total > newestFirst.length && (
              <p className="p-4 text-13 text-muted">{texts.newest(newestFirst.length, total)}</p>
            )}
            {isEmpty && <EmptyState title={texts.emptyTitle} text={texts.emptyText} />}
            {review && !isEmpty && shown.length === 0 && (
              <p className="p-4 text-13 text-muted">{tab === 'open' ? texts.nothingOpen : texts.nothingDone}</p>
            )}
            {tab === 'open' && review && review.likes.length > 0 && <Likes session={session} likes={review.likes} />}
            {!review && !isError && (
              <div role="status" className="grid place-items-center p-10 text-muted">
                <Spinner />
                <span className="sr-only">{texts.loading}</span>
              </div>
            )}
            {!review && isError && (
              <LoadFailed title={texts.failedTitle} text={texts.failedText} onTryAgain={() => void refetch()} />
            )}
          </>
        )}
      </div>
    </FloatingPanel>
  )
}

/** The images that reviewers like. */
const Likes = ({ session, likes }: { session: BoardSession; likes: ReviewShape['likes'] }) => (
  <section aria-label={texts.liked}>
    <h3 className="px-3 pt-4 pb-1 font-semibold text-12 text-muted">{texts.liked}</h3>
    <ul>
      {likes.map(({ imageId, generationId, names }) => (
        <li key={imageId} className="flex items-center gap-3 p-3">
          <button
            type="button"
            className="size-14 shrink-0 overflow-hidden rounded-8"
            aria-label={texts.showLiked}
            onClick={() => openLightbox(session, generationId, imageId)}
          >
            <img src={imageAddress(imageId, 256)} alt="" className="size-full object-cover" />
          </button>
          <p className="min-w-0 break-words text-13">{commentTexts.likedBy(names)}</p>
        </li>
      ))}
    </ul>
  </section>
)
