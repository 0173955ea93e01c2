import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ApiTokenShape } from '#contract/programs/api-token.ts'
import { formatCredits, formatTime } from '#domain/format.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { changeApiTokenBudget, endApiToken, trashMadeByToken } from '#web/data/programs.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog, Modal, ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ofBudget, scopesText, programTexts as texts } from './texts.ts'
import { CapFields, useCap } from './token-form.tsx'

type TokenTableProps = {
  tokens: readonly ApiTokenShape[]
  /** Where a token may act, in words. */
  placeOf(token: Pick<ApiTokenShape, 'projectId'>): string
}

/** The open tokens, one a row. On a phone everything stands below the name. */
export const TokenTable = ({ tokens, placeOf }: TokenTableProps) => (
  <table className="w-full text-13">
    <thead className="max-sm:sr-only">
      <tr className="text-left text-12 text-muted">
        <th className="py-2 pr-4 font-normal sm:w-[27%]">{texts.columns.name}</th>
        <th className="py-2 pr-4 font-normal max-sm:hidden">{texts.columns.may}</th>
        <th className="py-2 pr-4 font-normal max-sm:hidden">{texts.columns.projects}</th>
        <th className="w-44 py-2 pr-4 font-normal max-sm:hidden">{texts.columns.cap}</th>
        <th className="py-2 pr-4 font-normal max-sm:hidden">{texts.columns.used}</th>
        <th className="w-9 py-2 font-normal">
          <span className="sr-only">{texts.columns.actions}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} place={placeOf(token)} />
      ))}
    </tbody>
  </table>
)

function TokenRow({ token, place }: { token: ApiTokenShape; place: string }) {
  const { name, kind, prefix, scopes, expiresAt, lastUsedAt } = token
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const faded = isOver ? 'text-muted' : ''
  const [day, clock] = lastUsedAt === null ? [texts.never, null] : formatTime(lastUsedAt).split(', ')
  const spent = isOver ? <span className="text-muted">{texts.ended(expiresAt)}</span> : <Spent token={token} />
  return (
    <tr className="border-hairline border-t align-middle">
      <th scope="row" className="py-2.5 pr-4 text-left font-medium [overflow-wrap:anywhere]">
        {name}
        {kind === 'connection' ? (
          <span className="block font-normal text-12 text-muted">{texts.byOAuth}</span>
        ) : (
          <span className="block font-mono font-normal text-12 text-muted">{prefix}…</span>
        )}
        <span className="block font-normal text-12 text-muted sm:hidden">
          {scopesText(scopes)} · {place}
        </span>
        <span className="mt-1.5 mb-0.5 block max-w-45 font-normal tabular-nums sm:hidden">{spent}</span>
      </th>
      <td className={`py-2.5 pr-4 max-sm:hidden ${faded}`}>{scopesText(scopes)}</td>
      <td className={`py-2.5 pr-4 [overflow-wrap:anywhere] max-sm:hidden ${faded}`}>{place}</td>
      <td className="pr-4 tabular-nums max-sm:hidden">{spent}</td>
      <td className={`pr-4 tabular-nums max-sm:hidden ${lastUsedAt === null ? 'text-muted' : faded}`}>
        <span className="whitespace-nowrap">{day}</span>
        {clock && <span className="block text-12 text-muted">{clock}</span>}
      </td>
      <td className="max-sm:py-2.5 max-sm:align-top">
        <TokenMenu token={token} />
      </td>
    </tr>
  )
}

/** The spent part of a cap, as figures and as a bar. */
function Spent({ token: { budget, scopes } }: { token: ApiTokenShape }) {
  if (!scopes.includes('generate')) return <span className="text-muted">{texts.spendsNothing}</span>
  if (!budget) return <span className="text-muted">{texts.noCap}</span>
  const part = Math.min(1, budget.spent / budget.credits)
  return (
    <>
      <span className="font-medium">{formatCredits(budget.spent * 100)}</span>{' '}
      <span className="text-muted">{ofBudget(budget)}</span>
      {/* The figures say the same. */}
      <span aria-hidden="true" className="mt-1.5 block h-1 overflow-hidden rounded-round bg-pressed">
        <span className="block h-full rounded-round bg-ink" style={{ width: `${part * 100}%` }} />
      </span>
    </>
  )
}

/** Changing the cap of a token, and ending it. */
function TokenMenu({ token }: { token: ApiTokenShape }) {
  const { id, name } = token
  const [open, setOpen] = useState<'cap' | 'trash' | 'end' | null>(null)
  const end = useMutation({
    mutationFn: () => endApiToken(id),
    onError: (error) =>
      showToast({ kind: 'error', title: texts.endFailed, description: errorMessage(error, texts.tryAgain) }),
  })
  const trash = useMutation({
    mutationFn: () => trashMadeByToken(id),
    onSuccess: (count) => showToast({ kind: 'success', title: texts.trashed(count) }),
    onError: (error) =>
      showToast({ kind: 'error', title: texts.trashFailed, description: errorMessage(error, texts.tryAgain) }),
  })
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label={texts.more(name)} size="small" data-token={id}>
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        {/* Not in a portal: it belongs to the page's main landmark. */}
        <DropdownMenu.Content align="end" sideOffset={6} collisionPadding={8} className="popover menu">
          {token.scopes.includes('generate') && (
            <DropdownMenu.Item className="menu-item" onSelect={() => setOpen('cap')}>
              {texts.changeCap}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className="menu-item" onSelect={() => setOpen('trash')}>
            {texts.trash}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" data-danger onSelect={() => setOpen('end')}>
            {texts.end}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {open === 'end' && (
        <ConfirmDialog
          title={texts.endTitle(name)}
          text={token.kind === 'connection' ? texts.endConnectionText : texts.endText}
          confirmLabel={token.kind === 'connection' ? texts.endConnection : texts.endConfirm}
          onConfirm={() => end.mutate()}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'trash' && (
        <ConfirmDialog
          title={texts.trashTitle(name)}
          text={texts.trashText}
          confirmLabel={texts.trashConfirm}
          onConfirm={() => trash.mutate()}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'cap' && <CapDialog token={token} onClose={() => setOpen(null)} />}
    </>
  )
}

function CapDialog({ token: { id, name, budget: present }, onClose }: { token: ApiTokenShape; onClose(): void }) {
  const { cap, setCap, budget, error, send } = useCap({
    credits: present ? String(present.credits) : '',
    per: present?.per ?? 'month',
  })
  const change = useMutation({
    mutationFn: (wanted: typeof budget) => changeApiTokenBudget(id, wanted === 'wrong' ? null : wanted),
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
    if (budget !== 'wrong' && !change.isPending) change.mutate(budget)
  }
  return (
    <Modal
      title={texts.cap.title(name)}
      returnTo={`[data-token="${id}"], main h1`}
      onClose={onClose}
      className="[--modal-width:440px]"
    >
      <form noValidate onSubmit={submit}>
        <div className="grid gap-4 px-6 pt-4 pb-6 max-sm:px-4">
          <CapFields cap={cap} onChange={setCap} error={error} />
        </div>
        <ModalFooter error={change.error ? `${texts.cap.failed}: ${errorMessage(change.error, texts.tryAgain)}` : null}>
          <ModalActions
            cancel={texts.form.cancel}
            onCancel={onClose}
            submit={change.isPending ? texts.cap.saving : texts.cap.save}
            isBusy={change.isPending}
          />
        </ModalFooter>
      </form>
    </Modal>
  )
}
