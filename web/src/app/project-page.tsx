import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { editOperations } from '#domain/edit/operation.ts'
import { useAccountState } from '#web/data/account-state.ts'
import { hasErrorCode } from '#web/data/api-error.ts'
import { rememberLastProject } from '#web/data/last-project.ts'
import { useBoard } from '#web/data/live/current-session.ts'
import { canvasStateQuery, projectQuery } from '#web/data/queries.ts'
import { useStore } from '#web/data/store.ts'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { type CanvasLink, CanvasScreen } from './canvas/canvas-screen.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ProjectHeader } from './project-header.tsx'
import { appTexts } from './texts.ts'

/** A project: its canvas, and around it the islands of the header. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/signed-in/project/$projectId' })
  const { card: cardId = null, edit = null, operation = null } = useSearch({ from: '/signed-in/project/$projectId' })
  const link = { cardId, editedId: edit, operation: editOperations.find((each) => each === operation) ?? null }
  return <OpenProject key={projectId} projectId={projectId} link={link} />
}

function OpenProject({ projectId, link }: { projectId: string; link: CanvasLink }) {
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
      <CanvasScreen
        board={board}
        link={link}
        // Pictures are shown even if the saved view cannot be read.
        saved={canvasState.isError ? null : canvasState.data}
        header={(canvas) => (
          <ProjectHeader projectId={projectId} project={project.data} user={session.user} session={canvas} />
        )}
      />
    </div>
  )
}
