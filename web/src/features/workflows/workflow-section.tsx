import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WorkflowShape } from '#contract/workflow.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { useStore } from '#web/data/store.ts'
import { droppedWorkflow, invalidateWorkflows, workflowFiles, workflowsQuery } from '#web/data/workflows.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { chooseFile } from '#web/ui/files.ts'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { readOrSayWhyNot, useDroppedFile } from './dropped-file.ts'
import { workflowTexts as texts } from './texts.ts'
import { type DialogWorkflow, WorkflowDialog } from './workflow-dialog.tsx'
import { WorkflowRow } from './workflow-row.tsx'

/** The workflows of ComfyUI that are models here, and a place to drop another. */
export function WorkflowSection() {
  const { data, isError, refetch } = useQuery(workflowsQuery)
  const [asking, setAsking] = useState<DialogWorkflow | null>(null)
  const isGuest = useIsGuest()
  const canAdd = !isGuest && (data?.isReachable ?? false)
  const take = async (file: File) => {
    const read = canAdd && (await readOrSayWhyNot(file))
    if (read) setAsking({ file: read })
    else if (!canAdd && data)
      showToast({ kind: 'info', title: texts.notAdded(file.name), description: isGuest ? texts.guest : texts.away })
  }
  const isOver = useDroppedFile(asking ? null : take)
  useTestNews(data?.items)

  // One that was dropped on a canvas.
  const handed = useStore(droppedWorkflow)
  useEffect(() => {
    if (!handed) return
    droppedWorkflow.set(null)
    setAsking({ file: handed })
  }, [handed])

  if (!data && isError) return <LoadFailed {...texts.failed} onTryAgain={() => void refetch()} />
  if (!data) return <div role="status" aria-label={texts.loading} className="shimmer mt-9 h-[120px] rounded-12" />
  const { items, canAddForEveryone, isReachable } = data
  return (
    <section aria-labelledby="workflows" className="mt-9">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-4">
        <h2 id="workflows" className="font-semibold text-16">
          {texts.title}
        </h2>
        {canAdd && (
          <Button
            kind="line"
            size="small"
            data-add-workflow
            onClick={async () => {
              const file = await chooseFile(workflowFiles)
              if (file) await take(file)
            }}
          >
            <Plus aria-hidden="true" /> {texts.add}
          </Button>
        )}
      </div>
      {items.length > 0 && (
        <ul className="border-hairline border-t">
          {items.map((workflow) => (
            <WorkflowRow key={workflow.id} workflow={workflow} onChange={() => setAsking({ stored: workflow })} />
          ))}
        </ul>
      )}
      {(items.length === 0 || isOver || !isReachable) && (
        <p
          data-over={isOver || undefined}
          className="mt-2 rounded-12 px-4 py-5 text-center text-13 text-muted shadow-[inset_0_0_0_1px_var(--hairline)] data-over:bg-raised data-over:text-ink data-over:shadow-[inset_0_0_0_2px_var(--ink)]"
        >
          {isOver ? texts.drop : isReachable ? (isGuest ? texts.guest : texts.empty) : texts.away}
        </p>
      )}
      {asking && (
        <WorkflowDialog
          key={'file' in asking ? asking.file.name : asking.stored.id}
          workflow={asking}
          canAddForEveryone={canAddForEveryone}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

/** Announces how a test ended that was running, and lets the picker read the models again. */
function useTestNews(items: readonly WorkflowShape[] | undefined): void {
  const before = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!items) return
    const waiting = before.current
    before.current = new Set(items.filter(({ state }) => state === 'testing').map(({ id }) => id))
    const news = items.filter(({ id, state }) => state !== 'testing' && waiting.has(id))
    if (news.length === 0) return
    announce(news.map(({ name, state }) => (state === 'works' ? texts.nowWorks(name) : texts.nowFails(name))).join(' '))
    void invalidateWorkflows()
  }, [items])
}
