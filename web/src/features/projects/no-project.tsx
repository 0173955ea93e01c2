import { Plus } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { projectTexts } from './texts.ts'
import { useCreateProject } from './use-create-project.ts'

/** Shown without a project; creates one. */
export function NoProject() {
  const { isBusy, create } = useCreateProject()
  return (
    <EmptyState level={1} title={projectTexts.emptyTitle} text={projectTexts.emptyText}>
      <Button kind="solid" busy={isBusy} onClick={() => create()}>
        {!isBusy && <Plus aria-hidden="true" />}
        {projectTexts.create}
      </Button>
    </EmptyState>
  )
}
