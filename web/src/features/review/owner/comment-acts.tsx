import type { CommentShape } from '#contract/sharing/shared-board.ts'
import { removeComment, resolveComment } from '#web/data/review.ts'
import { CommentButtons } from '#web/viewing/comments.tsx'
import { showNotChanged } from './show-not-changed.ts'

type CommentActsProps = { projectId: string; comment: Pick<CommentShape, 'id' | 'isResolved'> }

/** The owner's actions on a comment: resolve it, open it again, delete it. */
export function CommentActs({ projectId, comment: { id, isResolved } }: CommentActsProps) {
  return (
    <CommentButtons
      isResolved={isResolved}
      onResolve={(wanted) => void resolveComment(projectId, id, wanted).catch(showNotChanged)}
      onRemove={() => void removeComment(projectId, id).catch(showNotChanged)}
    />
  )
}
