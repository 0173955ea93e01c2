import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { AuthorizationShape } from '#contract/programs/oauth.ts'
import type { TokenScope } from '#domain/tokens/token-scope.ts'
import { useCredits } from '#web/data/credits.ts'
import { errorMessage, refusalDetail } from '#web/data/http/api-error.ts'
import { allowConnection, authorizationRequestQuery } from '#web/data/programs.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button, buttonClass, Spinner } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/field.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { programTexts, scopeOrder } from '../texts.ts'
import { CapFields, ScopeChoice, useCap } from '../token-form.tsx'
import { consentTexts as texts } from './texts.ts'

type Answer = 'open' | 'allowed' | 'denied'

type ConsentScreenProps = {
  /** The parameters of the request, as they stand in its address. */
  parameters: string
  /** The email of the person who decides. */
  email: string
}

/** Asks a person whether a program may connect by OAuth: who it is, what it may do, where, and how much it may spend. */
export function ConsentScreen({ parameters, email }: ConsentScreenProps) {
  const request = useQuery(authorizationRequestQuery(parameters))
  const [answer, setAnswer] = useState<Answer>('open')
  if (request.isError)
    return <Refused error={request.error} isRetrying={request.isFetching} onTryAgain={() => void request.refetch()} />
  if (!request.data)
    return (
      <Panel title={texts.pageTitle}>
        <div role="status" className="grid min-h-40 place-items-center text-muted">
          <Spinner />
          <span className="sr-only">{texts.loading}</span>
        </div>
      </Panel>
    )
  const { name } = request.data
  if (answer === 'denied')
    return (
      <Panel title={texts.denied.title}>
        <p role="status">{texts.denied.text(name)}</p>
        <ToHome />
      </Panel>
    )
  if (answer === 'allowed')
    return (
      <Panel title={texts.allowed.title}>
        <p role="status">{texts.allowed.text(name)}</p>
        <Link to="/manage-account" search={{ tab: 'api-agents' }} className={buttonClass('line')}>
          {texts.allowed.link}
        </Link>
      </Panel>
    )
  return <ConsentForm request={request.data} email={email} onAnswer={setAnswer} />
}

/** The way out of a page that has nothing more to ask. */
const ToHome = () => (
  <Link to="/" className={buttonClass('line')}>
    {texts.home}
  </Link>
)

/** The card in the middle of the page. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="island relative grid w-full max-w-[520px] gap-5 rounded-20! p-10 max-sm:p-5">
      <Mark className="size-7" />
      <h1 className="display text-[28px]/9 tracking-[-0.022em] [overflow-wrap:anywhere]">{title}</h1>
      {children}
    </div>
  )
}

type ConsentFormProps = { request: AuthorizationShape; email: string; onAnswer(answer: Answer): void }

function ConsentForm({ request, email, onAnswer }: ConsentFormProps) {
  const { name, documentHost, redirect, denyUrl, ticket } = request
  const projects = useQuery(projectsQuery).data ?? []
  const hasCredits = useCredits() !== null
  const [scopes, setScopes] = useState<ReadonlySet<TokenScope>>(new Set(request.scopes))
  const [projectId, setProjectId] = useState('')
  const { cap, setCap, budget, error: capError, send } = useCap({ credits: '100', per: 'month' })
  const mayHaveCap = hasCredits && scopes.has('generate')
  const allow = useMutation({
    mutationFn: () =>
      allowConnection({
        ticket,
        name,
        scopes: [...scopes],
        projectId: projectId === '' ? null : projectId,
        budget: mayHaveCap && budget !== 'wrong' ? budget : null,
      }),
    onSuccess(address) {
      onAnswer('allowed')
      // The server has checked it. A form would be stopped by the page's policy.
      location.assign(address)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
    if (allow.isPending || scopes.size === 0 || (mayHaveCap && budget === 'wrong')) return
    allow.mutate()
  }
  const deny = () => {
    onAnswer('denied')
    location.assign(denyUrl)
  }
  const rows = [
    [texts.rows.name, name],
    ...(documentHost === null ? [] : [[texts.rows.from, documentHost] as const]),
    [texts.rows.answers, redirect.isLocal ? texts.thisComputer(redirect.host) : redirect.host],
    [texts.rows.account, email],
  ] as const
  return (
    <Panel title={texts.title(name)}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <dl className="grid grid-cols-[128px_minmax(0,1fr)] border-hairline border-b text-13">
          {rows.map(([label, value]) => (
            <div key={label} className="col-span-full grid grid-cols-subgrid border-hairline border-t py-2">
              <dt className="text-muted">{label}</dt>
              <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <p role="note" className="rounded-8 bg-raised px-3 py-2 text-13">
          {redirect.isLocal ? texts.local : texts.unverified}
        </p>
        <ScopeChoice
          offered={scopeOrder.filter((scope) => request.scopes.includes(scope))}
          chosen={scopes}
          onChange={setScopes}
        />
        <Choice label={programTexts.form.projects} value={projectId} onChange={setProjectId}>
          <option value="">{programTexts.allProjects}</option>
          {projects.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Choice>
        {mayHaveCap && <CapFields cap={cap} onChange={setCap} error={capError} />}
        {allow.error && (
          <p role="alert" className="text-13 text-danger">
            {texts.failed}: {errorMessage(allow.error, texts.tryAgain)}
          </p>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button kind="line" className="h-10!" onClick={deny}>
            {texts.deny}
          </Button>
          <Button kind="solid" type="submit" className="h-10!" busy={allow.isPending}>
            {allow.isPending ? texts.allowing : texts.allow}
          </Button>
        </div>
        <p className="text-12 text-muted">{texts.later}</p>
      </form>
    </Panel>
  )
}

type RefusedProps = { error: unknown; isRetrying: boolean; onTryAgain(): void }

/** The request is wrong, or could not be read. It leads back by a press alone: the program is not trusted. */
function Refused({ error, isRetrying, onTryAgain }: RefusedProps) {
  const reason = refusalDetail(error, 'error')
  const redirect = refusalDetail(error, 'redirect')
  if (reason === null)
    return (
      <Panel title={texts.pageTitle}>
        <div role="alert" className="grid gap-2">
          <p>{texts.refused.unread}</p>
          <p className="text-muted">{errorMessage(error, texts.tryAgain)}</p>
        </div>
        <Button kind="line" busy={isRetrying} onClick={onTryAgain}>
          {texts.refused.again}
        </Button>
      </Panel>
    )
  return (
    <Panel title={texts.refused.title}>
      <div role="alert" className="grid gap-2">
        <p>{reason === 'invalid_client' ? texts.refused.unknown : texts.refused.text}</p>
        <p className="text-muted">{errorMessage(error, texts.tryAgain)}</p>
      </div>
      {redirect === null ? (
        <ToHome />
      ) : (
        <a href={redirect} className={buttonClass('line')}>
          {texts.refused.back}
        </a>
      )}
    </Panel>
  )
}
