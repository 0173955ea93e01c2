import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import type { ProjectShape } from '#contract/project.ts'
import { formatDate } from '#domain/format.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { IconButton, Spinner } from '#web/ui/button.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ProjectThumbnail } from './project-thumbnail.tsx'
import { projectTexts } from './texts.ts'
import { useCreateProject } from './use-create-project.ts'
import { useImportProject } from './use-import-project.ts'

/** The projects as a column of pictures, a plus on top. */
export function ProjectRail({ currentId }: { currentId: string | null }) {
  const { data: projects, isPending, isError, refetch } = useQuery(projectsQuery)
  const { isBusy, create } = useCreateProject()
  const { percent, importOne } = useImportProject()

  useEffect(() => {
    if (isError) showToast({ kind: 'error', title: projectTexts.error, description: projectTexts.failedToLoad })
  }, [isError])

  return (
    <nav
      aria-label={projectTexts.rail}
      className="flex w-24 shrink-0 flex-col items-center gap-2 overflow-y-auto border-hairline border-r p-4 [scrollbar-width:none] max-sm:hidden"
    >
      <IconButton
        label={projectTexts.create}
        aria-busy={isBusy}
        className="size-16! rounded-12! ring-1 ring-line ring-inset"
        onClick={() => create()}
      >
        {isBusy ? <Spinner /> : <Plus />}
      </IconButton>
      <IconButton
        label={percent === null ? projectTexts.importOne : projectTexts.importing(percent)}
        aria-busy={percent !== null}
        onClick={() => void importOne()}
      >
        {percent === null ? <FileUp /> : <Spinner />}
      </IconButton>
      {isPending && [0, 1, 2].map((place) => <span key={place} className="shimmer size-16 shrink-0 rounded-12" />)}
      {!projects && isError && (
        <IconButton label={tryAgain} onClick={() => void refetch()}>
          <RotateCw />
        </IconButton>
      )}
      {projects?.map((project) => (
        <ProjectThumbnail key={project.id} project={project} isCurrent={project.id === currentId} />
      ))}
    </nav>
  )
}

const longestPrompt = 30

/**
 * The text on hover of a thumbnail: the first prompt, at most 30 characters of it, and the day the project was created.
 */
export function railLabel(project: Pick<ProjectShape, 'firstPrompt' | 'createdAt'>) {
  const characters = [...(project.firstPrompt ?? projectTexts.noPrompt)]
  const isCut = characters.length > longestPrompt
  return {
    prompt: isCut ? `${characters.slice(0, longestPrompt).join('').trimEnd()}…` : characters.join(''),
    date: formatDate(project.createdAt),
  }
}
