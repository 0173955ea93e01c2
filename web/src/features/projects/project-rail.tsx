import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileUp, Layers, Plus, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ProjectShape } from '#contract/board/project.ts'
import { formatDate } from '#domain/format.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { importProject } from '#web/data/transfer/import-project.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton, Spinner } from '#web/ui/button.tsx'
import { chooseFile } from '#web/ui/files.ts'
import { Sheet } from '#web/ui/modal.tsx'
import { LoadFailedLine, tryAgain } from '#web/ui/page-states.tsx'
import { HoverCard } from '#web/ui/popups.tsx'
import { rememberPage } from '#web/ui/remember-page.ts'
import { showToast } from '#web/ui/toast.ts'
import { projectTexts } from './texts.ts'
import { useCreateProject } from './use-create-project.ts'

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

/** One project in the rail. Hovering shows its first prompt; a press opens it. */
function ProjectThumbnail({ project, isCurrent }: { project: ProjectShape; isCurrent: boolean }) {
  const { prompt, date } = railLabel(project)
  return (
    <HoverCard.Root openDelay={700} closeDelay={300}>
      <HoverCard.Trigger asChild>
        <Link
          to="/project/$projectId"
          params={{ projectId: project.id }}
          aria-label={project.title}
          aria-current={isCurrent || undefined}
          className="block size-16 shrink-0 overflow-hidden rounded-12 bg-raised aria-[current]:outline-2 aria-[current]:outline-accent aria-[current]:outline-offset-2"
        >
          <ProjectPicture project={project} />
        </Link>
      </HoverCard.Trigger>
      {/* Not at the end of the page, where it would be outside of all landmarks. */}
      <HoverCard.Content side="right" sideOffset={12} collisionPadding={16} className="popover flex w-60 gap-3 p-3">
        <span className="size-11 shrink-0 overflow-hidden rounded-6 bg-raised">
          <ProjectPicture project={project} />
        </span>
        <span className="min-w-0">
          <span className="block font-medium text-13" dir="auto">
            {prompt}
          </span>
          <span className="block text-12 text-muted">{date}</span>
        </span>
      </HoverCard.Content>
    </HoverCard.Root>
  )
}

/** The project's first picture; until there is one, the first letter of its title. */
function ProjectPicture({ project }: { project: ProjectShape }) {
  if (project.thumbnailImageId)
    return <img src={imageAddress(project.thumbnailImageId, 256)} alt="" className="size-full object-cover" />
  return (
    <span aria-hidden="true" className="display grid size-full place-items-center text-20 text-muted">
      {[...project.title][0]}
    </span>
  )
}

/** Replaces the rail on a phone: the projects as a list in a bottom sheet. */
export function ProjectSheet() {
  const [isOpen, setOpen] = useState(false)
  const { data: projects, isError, refetch } = useQuery(projectsQuery)
  const { isBusy, create } = useCreateProject()
  const { percent, importOne } = useImportProject()
  return (
    <Sheet
      title={projectTexts.rail}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={projectTexts.rail}>
          <Layers />
        </IconButton>
      }
    >
      {!projects && isError && (
        <div className="px-4">
          <LoadFailedLine text={projectTexts.failedToLoad} onTryAgain={() => void refetch()} />
        </div>
      )}
      <ul className="min-h-0 overflow-y-auto px-2">
        {projects?.map((project) => (
          <li key={project.id}>
            <Link
              to="/project/$projectId"
              params={{ projectId: project.id }}
              className="flex items-center gap-3 rounded-12 p-3 hover:bg-raised"
            >
              <span className="size-12 shrink-0 overflow-hidden rounded-8 bg-raised">
                <ProjectPicture project={project} />
              </span>
              <span className="min-w-0">
                <span className="block truncate font-medium" dir="auto">
                  {project.title}
                </span>
                <span className="block text-12 text-muted">{railLabel(project).date}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid gap-2 p-4">
        <Button kind="line" busy={isBusy} className="h-11! w-full" onClick={() => create(() => setOpen(false))}>
          {!isBusy && <Plus aria-hidden="true" />}
          {projectTexts.create}
        </Button>
        <Button
          kind="quiet"
          busy={percent !== null}
          className="h-11! w-full"
          onClick={() => void importOne().then(() => setOpen(false))}
        >
          {percent === null && <FileUp aria-hidden="true" />}
          {percent === null ? projectTexts.importOne : projectTexts.importing(percent)}
        </Button>
      </div>
    </Sheet>
  )
}

/**
 * Opens the file dialog, imports an exported project, and opens it. `percent` is the upload progress; null while none
 * is sent.
 */
function useImportProject() {
  const navigate = useNavigate()
  const [percent, setPercent] = useState<number | null>(null)

  const importOne = async () => {
    if (percent !== null) return
    const isHere = rememberPage()
    const file = await chooseFile('.zip,application/zip')
    if (!file) return
    setPercent(0)
    const task = liveSession().tasks.begin({ projectId: null, text: projectTexts.importing(0) })
    announce(projectTexts.importing(0))
    try {
      const { id, title } = await importProject(file, (part) => {
        const sent = Math.round(part * 100)
        setPercent(sent)
        task.say(projectTexts.importing(sent))
      })
      showToast({ kind: 'success', title: projectTexts.imported, description: title })
      if (isHere()) await navigate({ to: '/project/$projectId', params: { projectId: id } })
    } catch (error) {
      const description = errorMessage(error, projectTexts.importFailedText)
      showToast({ kind: 'error', title: projectTexts.importFailed, description })
    } finally {
      task.end()
      setPercent(null)
    }
  }

  return { percent, importOne }
}
