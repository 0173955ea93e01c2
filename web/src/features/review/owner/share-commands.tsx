import { Bell, MessageSquare, Share2 } from 'lucide-react'
import { useCommentCounts } from '#web/data/review.ts'
import { type BoardCommand, type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { NewDot } from '#web/ui/new-dot.tsx'
import { commandTexts } from './command-texts.ts'

/** Creates review links: to the canvas, or to a branch of it. */
export const shareCommands: readonly BoardCommand[] = [
  {
    id: 'share',
    group: 'view',
    icon: Share2,
    label: () => commandTexts.share,
    keys: [],
    canRun: () => true,
    run: ({ session }) => session.overlays.open({ kind: 'share', scope: { kind: 'project' } }),
  },
  {
    id: 'share-branch',
    group: 'card',
    icon: Share2,
    label: () => commandTexts.shareBranch,
    keys: [],
    canRun: ({ session }) => session.selection.get().cards.size === 1,
    run({ session }) {
      const [generationId] = session.selection.get().cards
      if (generationId !== undefined) session.overlays.open({ kind: 'share', scope: { kind: 'branch', generationId } })
    },
  },
]

/** Opens the comments and likes of reviewers. */
export const inboxCommand: BoardCommand = {
  id: 'review',
  group: 'view',
  icon: MessageSquare,
  label: () => commandTexts.review,
  keys: [],
  canRun: () => true,
  run: ({ session }) => session.overlays.open({ kind: 'review', commentId: null }),
}

/** Opens and closes the comments of reviewers; a dot says that some were not seen yet. */
export function CommentsBell({ session }: { session: BoardSession }) {
  const { unseen } = useCommentCounts(session.board.projectId)
  const isOpen = useOverlay(session, 'review') !== null
  return (
    <IconButton
      label={unseen === 0 ? commandTexts.comments : commandTexts.newComments(unseen)}
      data-comments
      className="relative max-sm:[[role=status]:not(:empty)~&]:hidden"
      aria-pressed={isOpen}
      onClick={() =>
        isOpen ? session.overlays.close('review') : session.overlays.open({ kind: 'review', commentId: null })
      }
    >
      <Bell />
      {unseen > 0 && <NewDot className="absolute top-1.5 right-1.5 ring-2 ring-panel" />}
    </IconButton>
  )
}

/** Opens the dialog that creates review links, with the number of open comments. */
export function ShareButton({ session }: { session: BoardSession }) {
  const { open } = useCommentCounts(session.board.projectId)
  return (
    <IconButton
      label={open === 0 ? commandTexts.share : commandTexts.shareWithComments(open)}
      data-shares
      // A phone has no room for it beside the running pill, nor a tablet for its word.
      className="icon-button-worded lg:mx-1 lg:text-ink lg:ring-1 lg:ring-line lg:ring-inset max-sm:[[role=status]:not(:empty)~&]:hidden"
      onClick={() => session.overlays.open({ kind: 'share', scope: { kind: 'project' } })}
    >
      <Share2 />
      <span>{commandTexts.shareWord}</span>
      {/* Painted, not a text: the button's name says it in words. */}
      {open > 0 && (
        <span
          data-count={open}
          className="h-4.5 min-w-4.5 rounded-full bg-raised px-1 text-center font-semibold text-11/[18px] text-ink tabular-nums after:content-[attr(data-count)] max-lg:hidden"
        />
      )}
    </IconButton>
  )
}
