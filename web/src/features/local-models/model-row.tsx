import { CircleAlert, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { LocalModelShape } from '#contract/local-model.ts'
import { installLocalModel, verifyLocalModel } from '#web/data/models/local-models.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { FilesDialog } from './files-dialog.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { formatBytes, localModelTexts as texts } from './texts.ts'
import { useRemoval } from './use-removal.tsx'
import { type RowProps, useRowAction } from './use-row-action.ts'

const rowClass =
  'flex min-h-[60px] items-center gap-4 border-hairline border-b py-2.5 text-13 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1'

type FactsProps = { model: LocalModelShape; isOff?: boolean }

/** What both kinds of rows begin with: the name, what it is good for, its size and its licence. */
function Facts({ model, isOff = false }: FactsProps) {
  const { name, description, bytes, licence, state } = model
  const isDamaged = state.kind === 'damaged'
  return (
    <>
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h3
          className={`flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-14 ${isOff ? 'text-faint' : ''}`}
        >
          {name} <span className="badge">{texts.does(model)}</span>
        </h3>
        <p className="mt-0.5 text-12 text-muted">
          {isDamaged ? state.reason : [description, ...texts.takes(model)].join(' ')}
        </p>
      </div>
      <span className="w-18 text-right tabular-nums max-sm:w-auto max-sm:text-left">{formatBytes(bytes)}</span>
      <span className="w-[200px] truncate text-muted max-lg:hidden">{licence.name}</span>
    </>
  )
}

/** An installed model, or one whose check has failed. */
export function InstalledRow({ model, access }: RowProps) {
  const { id, name, state } = model
  const { isBusy, run } = useRowAction(model)
  const removal = useRemoval(model)
  const [isShowingFiles, setShowingFiles] = useState(false)
  const isOperator = access === 'operator'
  return (
    <li className={rowClass}>
      <Facts model={model} />
      <div className="flex min-w-[252px] items-center justify-end gap-2 max-sm:ml-auto max-sm:min-w-0">
        {state.kind === 'damaged' && (
          <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-12 text-danger">
            <CircleAlert aria-hidden="true" className="size-3.5" />
            {texts.checkFailed}
          </span>
        )}
        {state.kind === 'damaged' && isOperator && (
          <Button
            kind="line"
            size="small"
            busy={isBusy}
            aria-label={texts.fetchAgainOf(name)}
            onClick={() => run(() => installLocalModel(id, { acceptsLicence: false }))}
          >
            {texts.fetchAgain}
          </Button>
        )}
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <IconButton size="small" label={texts.more(name)} data-model={id}>
              <Ellipsis />
            </IconButton>
          </DropdownMenu.Trigger>
          <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={8} className="popover menu">
            {isOperator && state.kind === 'installed' && (
              <DropdownMenu.Item className="menu-item" onSelect={() => run(() => verifyLocalModel(id))}>
                {texts.check}
              </DropdownMenu.Item>
            )}
            <DropdownMenu.Item className="menu-item" onSelect={() => setShowingFiles(true)}>
              {texts.about}
            </DropdownMenu.Item>
            {isOperator && (
              <DropdownMenu.Item className="menu-item" onSelect={removal.ask}>
                {texts.remove}
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Root>
      </div>
      {isShowingFiles && <FilesDialog model={model} onClose={() => setShowingFiles(false)} />}
      {removal.dialog}
    </li>
  )
}

/** A model that can be installed, or the reason why not in the place of its button. */
export function InstallableRow({ model, access }: RowProps) {
  const { id, name, hindrance } = model
  const [isAsking, setAsking] = useState(false)
  const reason = access === 'operator' ? hindrance : access === 'off' ? texts.off : texts.ask
  return (
    <li className={rowClass}>
      <Facts model={model} isOff={reason !== null} />
      <div className="flex w-[252px] items-center justify-end max-sm:ml-auto max-sm:w-auto">
        {reason === null ? (
          <Button
            kind="line"
            size="small"
            aria-label={texts.installOf(name)}
            data-model={id}
            onClick={() => setAsking(true)}
          >
            {texts.install}
          </Button>
        ) : (
          <p className="text-right text-12 text-muted max-sm:text-left">{reason}</p>
        )}
      </div>
      {isAsking && <InstallDialog model={model} onClose={() => setAsking(false)} />}
    </li>
  )
}
