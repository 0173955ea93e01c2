import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { WorkflowFile } from '#web/data/workflows.ts'
import { showToast } from '#web/ui/toast.ts'
import { bringInTexts } from './texts.ts'

const texts = bringInTexts.workflow

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

/** Whether a file may be a workflow by itself; a picture that carries one comes in as a picture. */
const isJsonFile = ({ name, type }: File) => type === 'application/json' || /\.json$/i.test(name)

/** Offers workflows of ComfyUI among dropped files as models. @returns The other files. */
export async function offerWorkflows(
  files: readonly File[],
  open: (workflow: WorkflowFile) => void,
): Promise<readonly File[]> {
  if (!files.some(isJsonFile)) return files
  const { readWorkflowFile } = await import('#web/data/workflows.ts')
  const kept: File[] = []
  for (const file of files) {
    const read = isJsonFile(file) ? await readWorkflowFile(file) : 'other'
    if (read === 'editor') showToast({ kind: 'info', title: texts.editorTitle(file.name), description: texts.editor })
    else if (typeof read === 'string') kept.push(file)
    else
      showToast({
        kind: 'info',
        title: texts.title(read.name),
        description: texts.text,
        action: { label: texts.add, run: () => open(read) },
      })
  }
  return kept
}
