import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { hasErrorCode } from '#web/data/api-error.ts'
import { rememberLastProject } from '#web/data/last-project.ts'
import { boardOfProject } from '#web/data/live.ts'
import { canvasStateQuery, projectQuery } from '#web/data/queries.ts'
import { useSession } from '#web/data/use-session.ts'
import { useStore } from '#web/data/use-store.ts'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { BoardScreen } from '#web/features/board/board-screen.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ProjectHeader } from './project-header.tsx'
import { appTexts } from './texts.ts'

/** A project: its canvas, and around it the islands of the header. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/signed-in/project/$projectId' })
  return <OpenProject key={projectId} projectId={projectId} />
}

function OpenProject({ projectId }: { projectId: string }) {
  const project = useQuery(projectQuery(projectId))
  const canvasState = useQuery(canvasStateQuery(projectId))
  const board = useMemo(() => boardOfProject(projectId), [projectId])
  const boardState = useStore(board.loadState)
  const session = useSession()

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
      <BoardScreen
        board={board}
        // A view that can't be read is no reason to keep the pictures back.
        saved={canvasState.isError ? null : canvasState.data}
        header={(view) => (
          <ProjectHeader projectId={projectId} project={project.data} user={session.user} view={view} />
        )}
      />
    </div>
  )
}
