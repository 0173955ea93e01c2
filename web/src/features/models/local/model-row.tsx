import { useMutation } from '@tanstack/react-query'
import { CircleAlert, Ellipsis, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LocalModelShape, LocalModelsShape } from '#contract/models/local-model.ts'
import { formatDate } from '#domain/format.ts'
import { errorMessage, hasErrorCode } from '#web/data/http/api-error.ts'
import {
  installLocalModel,
  invalidateLocalModels,
  removeLocalModel,
  verifyLocalModel,
} from '#web/data/models/local-models.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog, Modal, ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { formatBytes, localModelTexts, localModelTexts as texts } from './texts.ts'

export type RowProps = { model: LocalModelShape; access: LocalModelsShape['access'] }

/** Runs the calls of a row's buttons one at a time; a refusal is shown as a toast, and the list is read again. */
export function useRowAction({ name }: Pick<LocalModelShape, 'name'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError(error) {
      showToast({
        kind: 'error',
        title: `${name}: ${localModelTexts.notDone}`,
        description: errorMessage(error, localModelTexts.noConnection),
      })
      void invalidateLocalModels()
    },
  })
  return {
    isBusy: isPending,
    run(action: () => Promise<void>) {
      if (!isPending) mutate(action)
    },
  }
}

const removalTexts = localModelTexts.removal

/** Asks before a removal, and once more where queued images need the model. */
export function useRemoval({ id, name, state }: LocalModelShape): { ask(): void; readonly dialog: ReactNode } {
  const [asking, setAsking] = useState<'nothing' | 'first' | { readonly needed: string }>('nothing')
  const { mutate } = useMutation({
    mutationFn: (options: { evenIfNeeded: boolean }) => removeLocalModel(id, options),
    onSuccess: (freedBytes) => showToast({ kind: 'success', ...removalTexts.done(name, freedBytes) }),
    onError(error) {
      const message = errorMessage(error, localModelTexts.noConnection)
      if (hasErrorCode(error, 'conflict')) setAsking({ needed: message })
      else showToast({ kind: 'error', title: `${name}: ${localModelTexts.notDone}`, description: message })
    },
  })
  const isInstalled = state.kind === 'installed' || state.kind === 'damaged'
  const dialog =
    asking === 'nothing' ? null : asking === 'first' ? (
      <ConfirmDialog
        key="first"
        title={isInstalled ? removalTexts.title(name) : removalTexts.stopTitle(name)}
        text={isInstalled ? removalTexts.text : removalTexts.stopText}
        confirmLabel={removalTexts.confirm}
        onConfirm={() => mutate({ evenIfNeeded: false })}
        onClose={() => setAsking('nothing')}
      />
    ) : (
      <ConfirmDialog
        key="needed"
        title={removalTexts.neededTitle}
        text={`${asking.needed} ${removalTexts.neededText}`}
        confirmLabel={removalTexts.confirmAnyway}
        onConfirm={() => mutate({ evenIfNeeded: true })}
        onClose={() => setAsking('nothing')}
      />
    )
  return { ask: () => setAsking('first'), dialog }
}

const rowClass =
  'flex min-h-[60px] items-center gap-4 border-hairline border-b py-2.5 text-13 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1'

type FactsProps = { model: LocalModelShape; isOff?: boolean; mark?: string | null }

/** Head of both kinds of rows: the name, the purpose, its size and its license. */
function Facts({ model, isOff = false, mark = null }: FactsProps) {
  const { name, description, bytes, licence, state } = model
  const isDamaged = state.kind === 'damaged'
  return (
    <>
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h3
          className={`flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-14 ${isOff ? 'text-faint' : ''}`}
        >
          {name} <span className="badge">{texts.does(model)}</span>
          {mark !== null && <span className="badge bg-solid! text-on-solid!">{mark}</span>}
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

type InstallableRowProps = RowProps & {
  /** A badge beside its name; null: none. */
  mark: string | null
}

/** A model that can be installed, or the reason why not in the place of its button. */
export function InstallableRow({ model, access, mark }: InstallableRowProps) {
  const { id, name, hindrance } = model
  const [isAsking, setAsking] = useState(false)
  const reason = access === 'operator' ? hindrance : access === 'off' ? texts.off : texts.ask
  return (
    <li className={rowClass}>
      <Facts model={model} isOff={reason !== null} mark={mark} />
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
          <Reason text={reason} />
        )}
      </div>
      {isAsking && <InstallDialog model={model} onClose={() => setAsking(false)} />}
    </li>
  )
}

/** Why a model can't be installed: the first line in plain words, and the details of further lines behind 'Why'. */
function Reason({ text }: { text: string }) {
  const [plain, ...details] = text.split('\n')
  return (
    <div className="text-right text-12 text-muted max-sm:text-left">
      <p>{plain}</p>
      {details.length > 0 && (
        <details>
          <summary className="text-link cursor-pointer">{texts.why}</summary>
          <p>{details.join(' ')}</p>
        </details>
      )}
    </div>
  )
}

const filesTexts = localModelTexts.files

type FilesDialogProps = { model: LocalModelShape; onClose(): void }

/** The license of a model, and each of its files with its hash and who vouches for it. */
function FilesDialog({ model: { id, name, licence, files }, onClose }: FilesDialogProps) {
  return (
    <Modal
      title={filesTexts.title(name)}
      returnTo={`[data-model="${id}"]`}
      onClose={onClose}
      className="[--modal-width:640px]"
    >
      <div className="min-h-0 overflow-y-auto px-6 pt-2 pb-6 text-13 max-sm:px-4">
        <p>
          <a href={licence.link} target="_blank" rel="noreferrer" className="text-link inline-flex items-center gap-1">
            {licence.name} <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        </p>
        {licence.acceptedAt && <p className="mt-1 text-muted">{filesTexts.accepted(formatDate(licence.acceptedAt))}</p>}
        <ul className="mt-4 border-hairline border-t">
          {files.map(({ source, sha256, trust }) => (
            <li key={source} className="grid gap-1 border-hairline border-b py-3">
              <span className="break-all">{source}</span>
              <span className="text-12 text-muted">{sha256 === null ? filesTexts.unknown : filesTexts[trust]}</span>
              {sha256 !== null && <code className="break-all text-12 text-muted">{sha256}</code>}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}

const installTexts = localModelTexts.dialog

type InstallDialogProps = { model: LocalModelShape; onClose(): void }

/** Asks before gigabytes: the size, the expected speed and the license, which some models need accepted. */
function InstallDialog({ model, onClose }: InstallDialogProps) {
  const { id, name, bytes, licence, description } = model
  const mustAccept = licence.mustBeAccepted && licence.acceptedAt === null
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => installLocalModel(id, { acceptsLicence: mustAccept }),
    onSuccess: onClose,
  })
  const facts = [
    [installTexts.size, formatBytes(bytes)],
    ...localModelTexts.takes(model).map((time) => [installTexts.speed, time]),
    [installTexts.licence, licence.name],
  ]
  return (
    <Modal
      title={installTexts.title(name)}
      returnTo={`[data-model="${id}"], main h1`}
      onClose={onClose}
      className="[--modal-width:520px]"
    >
      <div className="min-h-0 overflow-y-auto px-6 pt-2 pb-4 max-sm:px-4">
        <p className="text-muted">{description}</p>
        <dl className="mt-4 grid grid-cols-[96px_minmax(0,1fr)] gap-y-2 border-hairline border-y py-3 text-13 tabular-nums">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-13 text-muted">{installTexts.text}</p>
        {mustAccept && <p className="mt-3 text-13">{installTexts.accept(licence.name)}</p>}
        <a
          href={licence.link}
          target="_blank"
          rel="noreferrer"
          className="text-link mt-3 inline-flex items-center gap-1 text-13"
        >
          {installTexts.read} <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      </div>
      <ModalFooter error={error ? errorMessage(error, localModelTexts.noConnection) : null}>
        <ModalActions
          cancel={installTexts.cancel}
          onCancel={onClose}
          submit={mustAccept ? installTexts.acceptAndInstall : installTexts.install}
          isBusy={isPending}
          onSubmit={() => mutate()}
        />
      </ModalFooter>
    </Modal>
  )
}
