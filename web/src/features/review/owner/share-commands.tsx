import { MessageSquare, Share2 } from 'lucide-react'
import type { BoardSession } from '#web/features/board/board-session.ts'
import type { BoardCommand } from '#web/features/board/commands/board-command.ts'
import { IconButton } from '#web/ui/button.tsx'
import { shareTexts } from './texts.ts'

/** Creates review links: to the canvas, or to a branch of it. */
export const shareCommands: readonly BoardCommand[] = [
  {
    id: 'share',
    group: 'view',
    icon: Share2,
    label: () => shareTexts.share,
    keys: [],
    canRun: () => true,
    run: ({ session }) => session.overlays.open({ kind: 'share', generationId: null }),
  },
  {
    id: 'share-branch',
    group: 'card',
    icon: Share2,
    label: () => shareTexts.shareBranch,
    keys: [],
    canRun: ({ session }) => session.selection.get().size === 1,
    run({ session }) {
      const [generationId] = session.selection.get()
      if (generationId !== undefined) session.overlays.open({ kind: 'share', generationId })
    },
  },
]

/** Opens the inbox of comments and likes. */
export const inboxCommand: BoardCommand = {
  id: 'review',
  group: 'view',
  icon: MessageSquare,
  label: () => shareTexts.review,
  keys: [],
  canRun: () => true,
  run: ({ session }) => session.overlays.open({ kind: 'review' }),
}

/** Opens the dialog that creates review links. */
export const ShareButton = ({ session }: { session: BoardSession }) => (
  <IconButton
    label={shareTexts.share}
    data-shares
    // A phone has no room for it beside the running pill, nor a tablet for its word.
    className="icon-button-worded min-[1180px]:mx-1 min-[1180px]:text-ink min-[1180px]:ring-1 min-[1180px]:ring-line min-[1180px]:ring-inset max-sm:[[role=status]:not(:empty)~&]:hidden"
    onClick={() => session.overlays.open({ kind: 'share', generationId: null })}
  >
    <Share2 />
    <span>{shareTexts.shareWord}</span>
  </IconButton>
)
