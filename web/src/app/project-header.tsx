import { Link } from '@tanstack/react-router'
import type { ProjectShape } from '#contract/project.ts'
import type { SignedInUser } from '#web/data/account-state.ts'
import { AccountMenu } from '#web/features/account/account-menu.tsx'
import { GuestHint } from '#web/features/account/guest-hint.tsx'
import { RunningPill } from '#web/features/activity/running-pill.tsx'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { AssistantButton, BoardMenu, HistoryButtons, SavedNote } from '#web/features/board/header.tsx'
import { ProjectTitle } from '#web/features/projects/project-title.tsx'
import { ShareButton } from '#web/features/review/owner/share-commands.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { productName } from '#web/ui/product-name.ts'
import { MainLinks, PageItems } from './main-links.tsx'
import { appTexts } from './texts.ts'
import { Usage } from './usage.tsx'

type ProjectHeaderProps = {
  projectId: string
  /** Undefined while it is being read. */
  project: ProjectShape | undefined
  user: SignedInUser
  /** Null while the board is being read. */
  session: BoardSession | null
}

/** The three islands above the canvas: the project, the main pages, and the tools of the canvas. */
export function ProjectHeader({ projectId, project, user, session }: ProjectHeaderProps) {
  return (
    <header className="pointer-events-none absolute inset-x-0 top-0 z-12 flex items-start justify-between gap-2 p-3 max-sm:p-2 [&>*]:pointer-events-auto">
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
        <SavedNote />
      </div>
      <nav
        aria-label={appTexts.navigation}
        className="island -translate-x-1/2 absolute left-1/2 flex h-11 items-center px-1 max-[1179px]:hidden"
      >
        <MainLinks look="icons" />
      </nav>
      <GuestHint
        user={user}
        look="island"
        className="guest-island -translate-x-1/2 absolute top-16 left-1/2 flex max-[1179px]:hidden"
      />
      <div className="island flex h-11 items-center gap-1 px-1">
        <RunningPill />
        {session && (
          <>
            <HistoryButtons session={session} />
            <AssistantButton session={session} />
            <span className="mx-1 h-5 w-px bg-hairline max-sm:hidden" />
            <ShareButton session={session} />
          </>
        )}
        <span className="max-sm:hidden">
          <Usage size="full" />
        </span>
        <GuestHint user={user} look="bar" className="min-[1180px]:hidden" />
        <AccountMenu user={user} />
      </div>
    </header>
  )
}
