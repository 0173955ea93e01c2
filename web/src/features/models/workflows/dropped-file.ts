import { useEffect, useRef, useState } from 'react'
import { droppedWorkflow, readWorkflowFile, type WorkflowFile } from '#web/data/workflows.ts'
import { showToast } from '#web/ui/toast.ts'
import { workflowTexts as texts } from './texts.ts'

/** Reads a file; where it has no workflow, a toast says why. */
export async function readOrSayWhyNot(file: File): Promise<WorkflowFile | null> {
  const read = await readWorkflowFile(file)
  if (typeof read === 'object') return read
  showToast({ kind: 'error', title: texts.notAdded(file.name), description: texts.notAWorkflow[read] })
  return null
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes a file that is dropped anywhere on the page; null: none is taken. @returns Whether one is over the page. */
export function useDroppedFile(take: ((file: File) => Promise<void>) | null): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(latest.current !== null)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event)) return
      // The browser would leave the page and show the file in its place.
      event.preventDefault()
      const [file] = event.dataTransfer?.files ?? []
      if (file) void latest.current?.(file)
    }
    addEventListener('dragover', over, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener('drop', drop, { signal })
    return () => abort.abort()
  }, [])
  return isOver
}

/** Takes workflows that are dropped on a page which does not list them. @param open Shows the one that does. */
export function WorkflowDrop({ open }: { open: () => void }) {
  useDroppedFile(async (file) => {
    const read = await readOrSayWhyNot(file)
    if (!read) return
    droppedWorkflow.set(read)
    open()
  })
  return null
}
