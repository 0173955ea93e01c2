import { CircleStop, GitBranch, Trash2 } from 'lucide-react'
import { errorMessage } from '#web/data/api-error.ts'
import { cancelGeneration } from '#web/data/generations.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useBoardView, useCard } from './board-context.ts'
import { openBranch } from './branching/composing.ts'
import { branchingTexts } from './branching/texts.ts'
import { DownloadButton } from './download/download-button.tsx'
import { actedOn } from './selection.ts'
import { boardTexts } from './texts.ts'

/** The buttons above a card's top right. They keep their size on the screen at every zoom. */
export function CardActions({ id }: { id: string }) {
  const view = useBoardView()
  const isRunning = useCard(id, ({ status }) => status === 'queued' || status === 'running')

  const cancel = () =>
    cancelGeneration(id).catch((error: unknown) =>
      showToast({
        kind: 'error',
        title: boardTexts.error,
        description: errorMessage(error, boardTexts.cancelFailed),
      }),
    )

  return (
    <div className="card-actions island" role="toolbar" aria-label={boardTexts.actions}>
      {isRunning && (
        <IconButton size="small" label={boardTexts.cancel} onClick={() => void cancel()}>
          <CircleStop />
        </IconButton>
      )}
      <DownloadButton cardId={id} />
      <IconButton
        size="small"
        label={branchingTexts.createBranch}
        keys={branchingTexts.createBranchKeys}
        onClick={() => openBranch(view, id)}
      >
        <GitBranch />
      </IconButton>
      <IconButton
        size="small"
        label={boardTexts.remove}
        keys="Del"
        onClick={() => view.deleting.set(actedOn(view, id))}
      >
        <Trash2 />
      </IconButton>
    </div>
  )
}
