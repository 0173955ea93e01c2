import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type FormEvent, useState } from 'react'
import type { ApiTokenShape, CreatedTokenShape } from '#contract/programs/api-token.ts'
import { formatCount, formatDate } from '#domain/format.ts'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import { useCredits } from '#web/data/credits.ts'
import { errorMessage, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { apiTokensQuery, createApiToken } from '#web/data/programs.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { Modal, ModalActions, ModalFooter } from '#web/ui/modal.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { ConnectAgent } from './connect-agent.tsx'
import { SecretModal } from './secret-modal.tsx'
import { programTexts, scopeOrder, scopesText } from './texts.ts'
import { CapFields, ScopeChoice, useCap } from './token-form.tsx'
import { TokenTable } from './token-table.tsx'
import { WebhookList } from './webhooks/webhook-list.tsx'

const parts = ['tokens', 'connect', 'webhooks'] as const
type Part = (typeof parts)[number]

/** API & agents: the tokens of programs, how agents are connected, and where events are sent. */
export function ProgramsTab() {
  const tokens = useQuery(apiTokensQuery)
  const projects = useQuery(projectsQuery).data ?? []
  const [part, setPart] = useState<Part>('tokens')
  const [isMaking, setMaking] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedTokenShape | null>(null)
  /** Of the token that was just made, until the page is left. */
  const [secret, setSecret] = useState<string | null>(null)
  const placeOf = ({ projectId }: Pick<ApiTokenShape, 'projectId'>) =>
    projectId === null
      ? programTexts.allProjects
      : (projects.find(({ id }) => id === projectId)?.title ?? programTexts.goneProject)
  const close = (next: Part) => {
    setCreated(null)
    setPart(next)
  }
  return (
    <Tabs.Root value={part} onValueChange={(value) => setPart(parts.find((each) => each === value) ?? 'tokens')}>
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-3">
        <Tabs.List aria-label={programTexts.parts.label} className="flex rounded-8 bg-raised p-0.5">
          {parts.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="h-8 rounded-6 px-3.5 font-medium text-13 text-muted data-[state=active]:bg-panel data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_0_0_1px_var(--line)]"
            >
              {programTexts.parts[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {part === 'tokens' && (
          <Button kind="solid" data-new-token onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" /> {programTexts.newToken}
          </Button>
        )}
        {part === 'webhooks' && (
          <Button kind="solid" data-new-webhook onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" /> {programTexts.newWebhook}
          </Button>
        )}
      </div>
      <Tabs.Content value="tokens" className="outline-none">
        <p className="mb-4 max-w-[64ch] text-muted">{programTexts.text}</p>
        {!tokens.data && !tokens.isError && (
          <div role="status" aria-label={programTexts.loading} className="shimmer h-52 rounded-12" />
        )}
        {!tokens.data && tokens.isError && (
          <LoadFailedLine text={programTexts.failed} onTryAgain={() => void tokens.refetch()} />
        )}
        {tokens.data?.length === 0 && <p className="border-hairline border-t py-6">{programTexts.empty}</p>}
        {tokens.data && tokens.data.length > 0 && <TokenTable tokens={tokens.data} placeOf={placeOf} />}
      </Tabs.Content>
      <Tabs.Content value="connect" className="pt-3 outline-none">
        <ConnectAgent secret={secret} onNewToken={() => setMaking(true)} />
      </Tabs.Content>
      <Tabs.Content value="webhooks" className="outline-none">
        <WebhookList isMaking={isAdding} onMade={() => setAdding(false)} />
      </Tabs.Content>
      {isMaking && (
        <NewTokenDialog
          onClose={() => setMaking(false)}
          onCreated={(made) => {
            setMaking(false)
            setCreated(made)
            setSecret(made.secret)
          }}
        />
      )}
      {created && (
        <CreatedTokenDialog
          created={created}
          place={placeOf(created.token)}
          onConnect={() => close('connect')}
          onClose={() => close(part)}
        />
      )}
    </Tabs.Root>
  )
}

const createdTexts = programTexts.created

type CreatedTokenDialogProps = {
  created: CreatedTokenShape
  /** Where it may act, in words. */
  place: string
  onConnect(): void
  onClose(): void
}

/** Shows the secret of a new token, once. Closes by its buttons alone, so that no slip loses it. */
function CreatedTokenDialog({ created: { token, secret }, place, onConnect, onClose }: CreatedTokenDialogProps) {
  const { budget, expiresAt, scopes } = token
  const cap = budget
    ? `${formatCount(budget.credits)} ${programTexts.form.credits} ${budget.per === 'month' ? 'a month' : 'in total'}`
    : scopes.includes('generate')
      ? programTexts.noCap
      : programTexts.spendsNothing
  const rows = [
    [createdTexts.rows.name, token.name],
    [createdTexts.rows.may, scopesText(scopes)],
    [createdTexts.rows.in, place],
    [createdTexts.rows.cap, cap],
    [createdTexts.rows.ends, expiresAt === null ? createdTexts.noEnd : formatDate(expiresAt)],
  ] as const
  return (
    <SecretModal
      secret={secret}
      texts={createdTexts}
      label={createdTexts.token}
      returnTo="[data-new-token], main h1"
      footer={
        <>
          <Button kind="line" onClick={onConnect}>
            {createdTexts.connect}
          </Button>
          <Button kind="solid" onClick={onClose}>
            {createdTexts.done}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] text-13">
        {rows.map(([name, value]) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid border-hairline border-t py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </SecretModal>
  )
}

const formTexts = programTexts.form
const dayMs = 86_400_000

type NewTokenDialogProps = { onClose(): void; onCreated(created: CreatedTokenShape): void }

/** The form for a new token: what it may do, where, how much it may spend, and when it ends. */
function NewTokenDialog({ onClose, onCreated }: NewTokenDialogProps) {
  const projects = useQuery(projectsQuery).data ?? []
  const hasCredits = useCredits() !== null
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<TokenScope>>(new Set<TokenScope>(['read', 'generate']))
  const [projectId, setProjectId] = useState('')
  const [days, setDays] = useState('90')
  const { cap, setCap, budget, error: capError, send } = useCap({ credits: '100', per: 'month' })
  const mayHaveCap = hasCredits && scopes.has('generate')
  const create = useMutation({
    mutationFn: () =>
      createApiToken({
        name,
        scopes: [...scopes],
        projectId: projectId === '' ? null : projectId,
        budget: mayHaveCap && budget !== 'wrong' ? budget : null,
        expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
      }),
    onSuccess: onCreated,
  })
  const errors = fieldErrorsOf(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
    if (create.isPending || scopes.size === 0 || (mayHaveCap && budget === 'wrong')) return
    create.mutate()
  }
  return (
    <Modal
      title={formTexts.title}
      returnTo="[data-new-token], main h1"
      onClose={onClose}
      className="[--modal-width:560px]"
    >
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <div className="grid min-h-0 gap-5 overflow-y-auto px-6 pt-4 pb-6 max-sm:px-4">
          <Field
            label={formTexts.name}
            name="token-name"
            autoComplete="off"
            maxLength={60}
            data-first-focus
            value={name}
            hint={formTexts.nameHint}
            error={errors.name ?? null}
            onChange={({ target }) => setName(target.value)}
          />
          <ScopeChoice offered={scopeOrder} chosen={scopes} onChange={setScopes} />
          <div className="grid grid-cols-2 gap-3">
            <Choice label={formTexts.projects} value={projectId} onChange={setProjectId}>
              <option value="">{programTexts.allProjects}</option>
              {projects.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Choice>
            <Choice label={formTexts.ends} value={days} onChange={setDays}>
              {programTexts.ends.map((end) => (
                <option key={end.text} value={end.days ?? ''}>
                  {end.text}
                </option>
              ))}
            </Choice>
          </div>
          {hasCredits && <CapFields cap={cap} onChange={setCap} error={capError} disabled={!mayHaveCap} />}
        </div>
        <ModalFooter
          error={create.error ? `${formTexts.failed}: ${errorMessage(create.error, programTexts.tryAgain)}` : null}
        >
          <ModalActions
            cancel={formTexts.cancel}
            onCancel={onClose}
            submit={create.isPending ? formTexts.busy : formTexts.submit}
            isBusy={create.isPending}
          />
        </ModalFooter>
      </form>
    </Modal>
  )
}
