import { Link } from '@tanstack/react-router'
import type { ProjectShape } from '#contract/project.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { HoverCard } from '#web/ui/popups.tsx'
import { railLabel } from './project-rail.tsx'

/** One project in the rail. Hovering shows its first prompt; a press opens it. */
export function ProjectThumbnail({ project, isCurrent }: { project: ProjectShape; isCurrent: boolean }) {
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
          <span className="block font-medium text-13">{prompt}</span>
          <span className="block text-12 text-muted">{date}</span>
        </span>
      </HoverCard.Content>
    </HoverCard.Root>
  )
}

/** The project's first picture; until there is one, the first letter of its title. */
export function ProjectPicture({ project }: { project: ProjectShape }) {
  if (project.thumbnailImageId)
    return <img src={imageAddress(project.thumbnailImageId, 256)} alt="" className="size-full object-cover" />
  return (
    <span aria-hidden="true" className="display grid size-full place-items-center text-20 text-muted">
      {[...project.title][0]}
    </span>
  )
}
