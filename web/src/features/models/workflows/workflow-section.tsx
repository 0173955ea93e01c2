import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Ellipsis, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WorkflowShape } from '#contract/models/workflow.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { useStore } from '#web/data/store.ts'
import {
  droppedWorkflow,
  invalidateWorkflows,
  removeWorkflow,
  testWorkflow,
  workflowFiles,
  workflowsQuery,
} from '#web/data/workflows.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { chooseFile } from '#web/ui/files.ts'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { readOrSayWhyNot, useDroppedFile } from './dropped-file.ts'
import { workflowTexts as texts } from './texts.ts'
import { type DialogWorkflow, WorkflowDialog } from './workflow-dialog.tsx'

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

type WorkflowRowProps = { workflow: WorkflowShape; onChange(): void }

/** One workflow: what it makes, and how its test ended. */
function WorkflowRow({ workflow, onChange }: WorkflowRowProps) {
  const { id, name, audience, canChange, slots } = workflow
  const [isRemoving, setRemoving] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError(error) {
      const description = errorMessage(error, texts.noConnection)
      showToast({ kind: 'error', title: `${name}: ${texts.notDone}`, description })
      void invalidateWorkflows()
    },
  })
  const run = (action: () => Promise<void>) => {
    if (!isPending) mutate(action)
  }
  return (
    <li className="flex min-h-[60px] items-center gap-4 border-hairline border-b py-2.5 text-13 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-14">
          <span className="min-w-0 truncate">{name}</span> <span className="badge">{texts.makes(slots)}</span>
          {audience === 'everyone' && <span className="badge">{texts.everyone}</span>}
        </h3>
        <SecondLine workflow={workflow} />
      </div>
      <div className="flex min-w-[180px] items-center justify-end gap-2 max-sm:ml-auto max-sm:min-w-0">
        <State workflow={workflow} />
        {canChange && (
          <DropdownMenu.Root modal={false}>
            <DropdownMenu.Trigger asChild>
              <IconButton size="small" label={texts.more(name)} data-workflow={id}>
                <Ellipsis />
              </IconButton>
            </DropdownMenu.Trigger>
            <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={8} className="popover menu">
              <DropdownMenu.Item className="menu-item" onSelect={() => run(() => testWorkflow(id))}>
                {texts.test}
              </DropdownMenu.Item>
              <DropdownMenu.Item className="menu-item" onSelect={onChange}>
                {texts.change}
              </DropdownMenu.Item>
              <DropdownMenu.Item className="menu-item" onSelect={() => setRemoving(true)}>
                {texts.remove}
              </DropdownMenu.Item>
            </DropdownMenu.Content>
          </DropdownMenu.Root>
        )}
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={texts.removal.title(name)}
          text={texts.removal.text}
          confirmLabel={texts.removal.confirm}
          onConfirm={() =>
            run(async () => {
              await removeWorkflow(id)
              showToast({ kind: 'success', title: texts.removal.done(name) })
            })
          }
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}

function SecondLine({ workflow: { state, reason, workedAt } }: Pick<WorkflowRowProps, 'workflow'>) {
  if (reason !== null) return <p className="mt-0.5 text-12 text-muted">{reason}</p>
  if (state === 'testing' && workedAt === null) return <p className="mt-0.5 text-12 text-muted">{texts.hidden}</p>
  return null
}

function State({ workflow: { state, seconds } }: Pick<WorkflowRowProps, 'workflow'>) {
  if (state === 'testing') return <span className="whitespace-nowrap text-12 text-muted">{texts.testing}</span>
  const works = state === 'works'
  const Icon = works ? Check : CircleAlert
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-12 tabular-nums ${works ? '' : 'text-danger'}`}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {works ? texts.works(seconds) : texts.notTested}
    </span>
  )
}
