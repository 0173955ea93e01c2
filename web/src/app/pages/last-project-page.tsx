import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useAccountState } from '#web/data/account/account-state.ts'
import { knownAtStart } from '#web/data/known-at-start.ts'
import { projectsQuery, readLastProject } from '#web/data/projects.ts'
import { useStore } from '#web/data/store.ts'
import { PageTitle } from '#web/features/activity/running-pill.tsx'
import { projectTexts } from '#web/features/projects/texts.ts'
import { useCreateProject } from '#web/features/projects/use-create-project.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { appTexts } from '../texts.ts'
import { TopBar } from '../top-bar.tsx'

/**
 * The address without an id: redirects to the project opened last, else the newest; else offers to create the first
 * one.
 */
export function LastProjectPage() {
  const { data: projects, isError, refetch } = useQuery(projectsQuery)
  const known = useStore(knownAtStart)
  const account = useAccountState()
  const { isBusy, create } = useCreateProject()
  if (account.status !== 'signed-in') return null

  const last = readLastProject()
  const listed = projects ?? (known === 'no-project' && !isError ? [] : null)
  const project = listed?.find(({ id }) => id === last) ?? listed?.[0]
  // A project that is being made here leads to the page for its first prompt.
  if (project && !isBusy) return <Navigate to="/project/$projectId" params={{ projectId: project.id }} replace />
  return (
    <>
      <PageTitle title={appTexts.titles.project} />
      <TopBar user={account.user} />
      <main className="grid min-h-dvh place-items-center pt-14">
        {listed && <NoProject isBusy={isBusy} onCreate={() => create()} />}
        {!listed && !isError && <PageSpinner label={appTexts.loading} />}
        {!listed && isError && <LoadFailed level={1} {...appTexts.projectFailed} onTryAgain={() => void refetch()} />}
      </main>
    </>
  )
}

/** Shown without a project, and while the first one is being created. */
function NoProject({ isBusy, onCreate }: { isBusy: boolean; onCreate: () => void }) {
  return (
    <EmptyState level={1} title={projectTexts.emptyTitle} text={projectTexts.emptyText}>
      <Button kind="solid" busy={isBusy} onClick={onCreate}>
        {!isBusy && <Plus aria-hidden="true" />}
        {projectTexts.create}
      </Button>
    </EmptyState>
  )
}
