import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { WorkflowFile } from '#web/data/workflows.ts'

/** Opens the page where a workflow is added, with it. */
export function useOpenWorkflow(): (workflow: WorkflowFile) => void {
  const navigate = useNavigate()
  return useCallback(
    async (workflow: WorkflowFile) => {
      const { droppedWorkflow } = await import('#web/data/workflows.ts')
      droppedWorkflow.set(workflow)
      await navigate({ to: '/models', search: { tab: 'machine' } })
    },
    [navigate],
  )
}
