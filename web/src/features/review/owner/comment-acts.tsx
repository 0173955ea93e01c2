import type { CommentShape } from '#contract/shared-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { removeComment, resolveComment } from '#web/data/review.ts'
import { showToast } from '#web/ui/toast.ts'
import { CommentButtons } from '#web/viewing/comments.tsx'
import { inboxTexts, shareTexts } from './texts.ts'

const showNotChanged = (error: unknown): void =>
  showToast({
    kind: 'error',
    title: inboxTexts.notChanged,
    description: errorMessage(error, shareTexts.tryAgain),
  })

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
