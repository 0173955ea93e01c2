import { useMutation } from '@tanstack/react-query'
import { Check, CircleAlert, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowShape } from '#contract/workflow.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { invalidateWorkflows, removeWorkflow, testWorkflow } from '#web/data/workflows.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { workflowTexts as texts } from './texts.ts'

type WorkflowRowProps = { workflow: WorkflowShape; onChange(): void }

/** One workflow: what it makes, and how its test ended. */
export function WorkflowRow({ workflow, onChange }: WorkflowRowProps) {
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
