import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp, Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { projectsQuery } from '#web/data/projects.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { railLabel } from './project-rail.tsx'
import { ProjectPicture } from './project-thumbnail.tsx'
import { projectTexts } from './texts.ts'
import { useCreateProject } from './use-create-project.ts'
import { useImportProject } from './use-import-project.ts'

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
                <span className="block truncate font-medium">{project.title}</span>
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
