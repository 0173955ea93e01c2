import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ProjectShape } from '#contract/board/project.ts'
import { editOperations } from '#domain/edit/operation.ts'
import { type SignedInUser, useAccountState } from '#web/data/account/account-state.ts'
import { canvasStateQuery } from '#web/data/canvas-view.ts'
import { useBoard } from '#web/data/live/current-session.ts'
import { isMissingProject, projectQuery, rememberLastProject } from '#web/data/projects.ts'
import { useCommentCounts } from '#web/data/review.ts'
import { useStore } from '#web/data/store.ts'
import { AccountMenu } from '#web/features/account/account-menu.tsx'
import { PageTitle, RunningPill } from '#web/features/activity/running-pill.tsx'
import { AssistantButton, BoardMenu, HistoryButtons, SavedNote } from '#web/features/board/bars/header.tsx'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { ProjectTitle } from '#web/features/projects/project-title.tsx'
import { CommentsBell, ShareButton } from '#web/features/review/owner/share-commands.tsx'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { Mark, productName } from '#web/ui/mark.tsx'
import { type CanvasLink, CanvasScreen } from '../canvas/canvas-screen.tsx'
import { GuestSlot } from '../guest-slot.tsx'
import { appTexts } from '../texts.ts'
import { MainLinks, PageItems, Usage } from '../top-bar.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const boardSwitcher = offlinePart(async () => (await import('#web/features/projects/board-switcher.tsx')).BoardSwitcher)

/** A project: its canvas, and around it the islands of the header. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/signed-in/project/$projectId' })
  const {
    card: cardId = null,
    edit = null,
    operation = null,
    comments = null,
  } = useSearch({ from: '/signed-in/project/$projectId' })
  const link = {
    cardId,
    editedId: edit,
    operation: editOperations.find((each) => each === operation) ?? null,
    comments,
  }
  return <OpenProject key={projectId} projectId={projectId} link={link} />
}

/** The part of a project that the page shows: nothing of what changes with every image. */
const titled = ({ id, title }: ProjectShape) => ({ id, title })

function OpenProject({ projectId, link }: { projectId: string; link: CanvasLink }) {
  const project = useQuery({ ...projectQuery(projectId), select: titled })
  // Not its data: the view is stored again and again while it moves, and the page would be rendered each time.
  const canvasState = useQuery({ ...canvasStateQuery(projectId), notifyOnChangeProps: ['status'] })
  const board = useBoard(projectId)
  const boardState = useStore(board.loadState)
  const session = useAccountState()
  const { unseen } = useCommentCounts(projectId)

  const isFound = project.isSuccess
  useEffect(() => {
    if (isFound) rememberLastProject(projectId)
  }, [isFound, projectId])

  if (isMissingProject(project.error) || boardState === 'not-found') return <NotFoundPage />
  if (session.status !== 'signed-in') return null
  return (
    <div className="fixed inset-0 overflow-clip">
      <PageTitle title={project.data?.title ?? appTexts.titles.project} unseen={unseen} />
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

type ProjectHeaderProps = {
  projectId: string
  /** Undefined while it is being read. */
  project: Pick<ProjectShape, 'id' | 'title'> | undefined
  user: SignedInUser
  /** Null while the board is being read. */
  session: BoardSession | null
}

/** The three islands above the canvas: the project, the main pages, and the tools of the canvas. */
function ProjectHeader({ projectId, project, user, session }: ProjectHeaderProps) {
  return (
    <header className="pointer-events-none absolute inset-x-0 top-0 z-header flex items-start justify-between gap-2 p-3 max-sm:p-2 [&>*]:pointer-events-auto">
      <div className="island flex h-11 min-w-0 max-w-[420px] items-center gap-1 px-1">
        {session ? (
          <BoardMenu session={session} pages={<PageItems projectId={projectId} />} />
        ) : (
          <Link to="/" aria-label={productName} className="px-1.5">
            <Mark className="size-6" />
          </Link>
        )}
        <h1 className="flex min-w-0">
          {project ? <ProjectTitle project={project} /> : <span className="sr-only">{appTexts.titles.project}</span>}
        </h1>
        <LazySlot part={boardSwitcher} props={{ projectId }} />
        <SavedNote />
      </div>
      <nav
        aria-label={appTexts.navigation}
        className="island -translate-x-1/2 absolute left-1/2 flex h-11 items-center px-1 max-lg:hidden"
      >
        <MainLinks look="icons" />
      </nav>
      <GuestSlot
        user={user}
        look="island"
        className="guest-island -translate-x-1/2 absolute top-16 left-1/2 flex max-lg:hidden"
      />
      <div className="island flex h-11 items-center gap-1 px-1">
        <RunningPill />
        {session && (
          <>
            <HistoryButtons session={session} />
            <AssistantButton session={session} />
            <CommentsBell session={session} />
            <span className="mx-1 h-5 w-px bg-hairline max-sm:hidden" />
            <ShareButton session={session} />
          </>
        )}
        <span className="max-sm:hidden">
          <Usage />
        </span>
        <GuestSlot user={user} look="bar" className="lg:hidden" />
        <AccountMenu user={user} />
      </div>
    </header>
  )
}
