import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasErrorCode } from '#web/data/http/api-error.ts'
import { projectQuery } from '#web/data/projects.ts'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { projectTexts } from './texts.ts'

/** Under the prompt: the project that the next images are added to. */
export function CurrentProject({ id }: { id: string }) {
  const { data: project, error, refetch } = useQuery(projectQuery(id))
  if (hasErrorCode(error, 'not-found') || hasErrorCode(error, 'invalid'))
    return <p className="text-13 text-muted">{projectTexts.missing}</p>
  if (!project && error) return <LoadFailedLine text={projectTexts.currentFailed} onTryAgain={() => void refetch()} />
  if (!project) return null
  return (
    <p className="text-13 text-muted">
      {projectTexts.current(project.title)}{' '}
      <Link to="/image" search={{}} className="text-link">
        {projectTexts.leaveCurrent}
      </Link>
    </p>
  )
}
