import { Ellipsis, Heart, MessageSquare } from 'lucide-react'
import { useMemo } from 'react'
import type { FrameShape } from '#contract/board/board-item.ts'
import { cardRect } from '#domain/layout/card.ts'
import { liesIn } from '#domain/layout/frame-content.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { sharedImageAddress } from '#web/data/shared/shared-images.ts'
import { useStore } from '#web/data/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { chooseTheme } from '#web/ui/theme.tsx'
import { canCopy, likesOf, lookAt, type Review, type SharedPicture, type Shown, toggleVote } from './review-state.ts'
import { reviewTexts } from './texts.ts'

/** Pictures below each other: those of a frame with its title, and those that are in none. */
export type PictureGroup = { readonly frame: FrameShape | null; readonly pictures: readonly SharedPicture[] }

/** The pictures of a link in the order in which a phone shows them: by frames, from the top left, then the others, the newest card first. */
export function groupPictures({ board, pictures }: Pick<Shown, 'board' | 'pictures'>): PictureGroup[] {
  const rest = new Set(pictures.values())
  const frames = board.frames.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const groups = frames.map((frame): PictureGroup => {
    const inside = [...rest].filter(({ card: { canvasX: x, canvasY: y } }) =>
      liesIn(frame, cardRect({ x, y, isCollapsed: false })),
    )
    for (const picture of inside) rest.delete(picture)
    return { frame, pictures: inside }
  })
  const others = [...Map.groupBy(rest, ({ card }) => card.id).values()].reverse().flat()
  return [...groups, { frame: null, pictures: others }].filter((group) => group.pictures.length > 0)
}

/** The images in the order of that list, in which a swipe turns the pages. */
export const listedImages = (shown: Shown): string[] =>
  groupPictures(shown).flatMap(({ pictures }) => pictures.map(({ image }) => image.id))

type PictureListProps = { review: Review; onOpenBoard(): void; onCopy(): void; onRename(): void }

/** The page of a link on a phone: its pictures below each other, as wide as the screen. */
export function PictureList({ review, onOpenBoard, onCopy, onRename }: PictureListProps) {
  const shown = useStore(review.shown)
  const groups = useMemo(() => groupPictures(shown), [shown])
  const hasFrames = groups.some(({ frame }) => frame !== null)
  const { board } = shown
  return (
    <>
      <header className="sticky top-0 z-surface flex h-14 items-center gap-1 border-hairline border-b bg-ground pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-semibold text-16/[20px]" dir="auto">
            {board.title ?? reviewTexts.untitled}
          </h1>
          <p className="truncate text-12/[16px] text-muted">{reviewTexts.by(board.ownerName)}</p>
        </div>
        <MoreMenu review={review} onOpenBoard={onOpenBoard} onCopy={onCopy} onRename={onRename} />
      </header>
      <p className="px-4 py-3 text-14 text-muted">
        {reviewTexts.firstLine}{' '}
        <Heart aria-label={reviewTexts.like} className="-mt-0.5 inline size-3.5! fill-current" />{' '}
        {reviewTexts.firstLineLike}
      </p>
      <div className="picture-list grid grid-cols-[minmax(0,1fr)] gap-3 pb-[calc(24px+env(safe-area-inset-bottom))]">
        {groups.map(({ frame, pictures }) => (
          <section key={frame?.id ?? ''} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {hasFrames && (
              <h2 className="flex justify-between gap-3 px-4 pt-4 font-semibold text-14">
                <span className="min-w-0 truncate" dir="auto">
                  {frame ? frame.title : reviewTexts.otherPictures}
                </span>
                <span className="font-normal text-13 text-muted tabular-nums">{pictures.length}</span>
              </h2>
            )}
            {pictures.map((picture) => (
              <ListedPicture key={picture.image.id} review={review} picture={picture} />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

function MoreMenu({ review, onOpenBoard, onCopy, onRename }: PictureListProps) {
  const { board } = useStore(review.shown)
  const name = useStore(review.visitorName)
  const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={reviewTexts.more}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" className="popover menu">
        {canCopy(board) && (
          <DropdownMenu.Item className="menu-item" onSelect={onCopy}>
            {reviewTexts.copy}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className="menu-item" onSelect={() => chooseTheme(isDark() ? 'light' : 'dark')}>
          {reviewTexts.theme}
        </DropdownMenu.Item>
        {name !== null && (
          <DropdownMenu.Item className="menu-item" onSelect={() => setTimeout(onRename)}>
            {reviewTexts.name.change}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className="menu-item" onSelect={onOpenBoard}>
          {reviewTexts.openBoard}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** One picture as wide as the screen; below it a vote and the number of comments. */
function ListedPicture({ review, picture: { card, image } }: { review: Review; picture: SharedPicture }) {
  const feedback = useStore(review.feedback)
  const { likes, isLikedByYou } = likesOf(feedback, image.id)
  const comments = feedback.comments.get(image.id)?.length ?? 0
  const prompt = card.recipe && promptOf(card.recipe, image)
  const address = (size: 512 | 1_536) => sharedImageAddress(review.id, image.id, size)
  return (
    <figure className="[contain-intrinsic-block-size:auto_600px] [content-visibility:auto]">
      <button
        type="button"
        className="block w-full"
        data-image={image.id}
        aria-label={reviewTexts.open(prompt, image.orderNum + 1)}
        onClick={() => lookAt(review, image.id)}
      >
        <img
          src={address(512)}
          srcSet={`${address(512)} 512w, ${address(1_536)} 1536w`}
          sizes="100vw"
          alt=""
          loading="lazy"
          width={image.width}
          height={image.height}
          className="h-auto w-full"
          style={{ backgroundColor: image.averageColor ?? 'var(--raised)' }}
        />
      </button>
      <figcaption className="flex h-11 items-center px-1">
        <button
          type="button"
          className="review-count inline-flex h-11 min-w-11 items-center gap-1.5 px-3 font-medium text-muted tabular-nums aria-pressed:text-ink [&>svg]:size-4.5"
          aria-pressed={isLikedByYou}
          aria-label={`${isLikedByYou ? reviewTexts.liked : reviewTexts.like}, ${reviewTexts.likes(likes)}`}
          onClick={() => toggleVote(review, image.id)}
        >
          <Heart aria-hidden="true" />
          {likes}
        </button>
        <button
          type="button"
          className="review-count inline-flex h-11 min-w-11 items-center gap-1.5 px-3 font-medium text-muted tabular-nums aria-pressed:text-ink [&>svg]:size-4.5"
          aria-label={reviewTexts.comments(comments)}
          onClick={() => lookAt(review, image.id)}
        >
          <MessageSquare aria-hidden="true" />
          {comments}
        </button>
      </figcaption>
    </figure>
  )
}
