import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccountState } from '#web/data/account-state.ts'
import { hasErrorCode } from '#web/data/api-error.ts'
import { rememberLastProject } from '#web/data/last-project.ts'
import { useBoard } from '#web/data/live/current-session.ts'
import { canvasStateQuery, projectQuery } from '#web/data/queries.ts'
import { useStore } from '#web/data/store.ts'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { BoardScreen } from '#web/features/board/board-screen.tsx'
import { PanelPartsProvider } from '#web/features/board/branching/panel-parts.ts'
import { AttachmentChips } from '#web/features/prompt/attachments/attachment-chips.tsx'
import { ComposerChips } from '#web/features/prompt/composer-chips.tsx'
import { GoButton } from '#web/features/prompt/go-button.tsx'
import { PictureDrop } from '#web/features/prompt/picture-drop.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ProjectHeader } from './project-header.tsx'
import { appTexts } from './texts.ts'

/** What the image page's prompt box is made of, for the prompt panel of the canvas. */
const panelParts = { AttachmentChips, ComposerChips, PictureDrop, GoButton }

/** A project: its canvas, and around it the islands of the header. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/signed-in/project/$projectId' })
  const { card: cardId = null } = useSearch({ from: '/signed-in/project/$projectId' })
  return <OpenProject key={projectId} projectId={projectId} cardId={cardId} />
}

function OpenProject({ projectId, cardId }: { projectId: string; cardId: string | null }) {
  const project = useQuery(projectQuery(projectId))
  const canvasState = useQuery(canvasStateQuery(projectId))
  const board = useBoard(projectId)
  const boardState = useStore(board.loadState)
  const session = useAccountState()

  const isFound = project.isSuccess
  useEffect(() => {
    if (isFound) rememberLastProject(projectId)
  }, [isFound, projectId])

  const isUnknown = hasErrorCode(project.error, 'not-found') || hasErrorCode(project.error, 'invalid')
  if (isUnknown || boardState === 'not-found') return <NotFoundPage />
  if (session.status !== 'signed-in') return null
  return (
    <div className="fixed inset-0 overflow-clip">
      <PageTitle title={project.data?.title ?? appTexts.titles.project} />
      <PanelPartsProvider value={panelParts}>
        <BoardScreen
          board={board}
          linkedCardId={cardId}
          // A view that can't be read is no reason to keep the pictures back.
          saved={canvasState.isError ? null : canvasState.data}
          header={(view) => (
            <ProjectHeader projectId={projectId} project={project.data} user={session.user} view={view} />
          )}
        />
      </PanelPartsProvider>
    </div>
  )
}
