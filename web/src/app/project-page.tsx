import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { hasErrorCode } from '#web/data/api-error.ts'
import { rememberLastProject } from '#web/data/last-project.ts'
import { boardOfProject } from '#web/data/live.ts'
import { canvasStateQuery, projectQuery } from '#web/data/queries.ts'
import { useSession } from '#web/data/use-session.ts'
import { useStore } from '#web/data/use-store.ts'
import { AccountMenu } from '#web/features/account/account-menu.tsx'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { RunningPill } from '#web/features/activity/running-pill.tsx'
import { BoardScreen } from '#web/features/board/board-screen.tsx'
import { PanelPartsProvider } from '#web/features/board/branching/panel-parts.ts'
import { ProjectTitle } from '#web/features/projects/project-title.tsx'
import { SettingsChips } from '#web/features/prompt/settings-chips.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { MainLinks } from './main-links.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { appTexts } from './texts.ts'

/** The image page's own chips, for the prompt panel of the canvas. */
const panelParts = { SettingsChips }

/** A project: its canvas, and around it the islands of the header. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/signed-in/project/$projectId' })
  const { card: cardId = null } = useSearch({ from: '/signed-in/project/$projectId' })
  return <OpenProject key={projectId} projectId={projectId} cardId={cardId} />
}

function OpenProject({ projectId, cardId }: { projectId: string; cardId: string | null }) {
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
      <header className="pointer-events-none absolute inset-x-0 top-0 z-10 flex items-start justify-between p-3 max-sm:p-2 [&>*]:pointer-events-auto">
        <div className="island flex h-12 min-w-0 items-center gap-1 px-1.5">
          <Link
            to="/image"
            search={{ project: projectId }}
            aria-label={appTexts.back}
            data-tooltip={appTexts.back}
            className="icon-button"
          >
            <ArrowLeft aria-hidden="true" />
          </Link>
          <h1 className="flex min-w-0">{project.data && <ProjectTitle project={project.data} />}</h1>
        </div>
        <nav
          aria-label={appTexts.navigation}
          className="island -translate-x-1/2 absolute left-1/2 flex h-12 items-center px-1.5 max-lg:hidden"
        >
          <MainLinks />
        </nav>
        <div className="island flex h-12 items-center gap-2 px-2">
          <RunningPill />
          <span className="max-sm:hidden">
            <ThemeSwitch />
          </span>
          <AccountMenu user={session.user} />
        </div>
      </header>
      <main className="h-full">
        {/* A view that can't be read is no reason to keep the pictures back. */}
        <PanelPartsProvider value={panelParts}>
          <BoardScreen board={board} saved={canvasState.isError ? null : canvasState.data} linkedCardId={cardId} />
        </PanelPartsProvider>
      </main>
    </div>
  )
}
