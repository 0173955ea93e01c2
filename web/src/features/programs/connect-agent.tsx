import { type ReactNode, useState } from 'react'
import { agentToolList } from '#contract/programs/agent-tools.ts'
import { Button } from '#web/ui/button.tsx'
import { type ClientName, clientNames, instructionsFor } from './client-instructions.ts'
import { CopiedCode } from './secret-modal.tsx'
import { programTexts } from './texts.ts'

const texts = programTexts.connect

type ConnectAgentProps = {
  /** The secret of a token that was just made; null: a place for one. */
  secret: string | null
  onNewToken(): void
}

/** The way to connect each client with this very server. */
export function ConnectAgent({ secret, onNewToken }: ConnectAgentProps) {
  const [client, setClient] = useState<ClientName>('Claude Code')
  const steps = instructionsFor(client, { address: `${location.origin}/mcp`, token: secret ?? 'esp_…' })
  const isPlain = location.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_288px] gap-x-12 gap-y-10 max-lg:grid-cols-[minmax(0,1fr)]">
      <section aria-labelledby="connect-agent">
        <h2 id="connect-agent" className="font-semibold text-16">
          {texts.title}
        </h2>
        <p className="mt-0.5 mb-4 max-w-[64ch] text-muted">{texts.text}</p>
        {isPlain && (
          <p role="note" className="mb-4 rounded-8 bg-raised px-3 py-2 text-13">
            {texts.plain}
          </p>
        )}
        <fieldset className="mb-5 flex flex-wrap gap-1.5" aria-label={texts.clients}>
          {clientNames.map((name) => (
            <button
              key={name}
              type="button"
              className="chip shadow-[inset_0_0_0_1px_var(--line)]"
              aria-pressed={name === client}
              onClick={() => setClient(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <ol className="grid gap-5">
          <Step number={1} title={texts.make}>
            <p className="text-13 text-muted">{texts.makeText}</p>
            {secret === null && (
              <Button kind="line" size="small" className="mt-2" onClick={onNewToken}>
                {programTexts.newToken}
              </Button>
            )}
          </Step>
          {steps.map(({ title, note, code }, place) => (
            <Step key={title} number={place + 2} title={title}>
              {note && <p className="text-13 text-muted">{note}</p>}
              <CopiedCode code={code} label={texts.copy(title)} />
            </Step>
          ))}
          <Step number={steps.length + 2} title={texts.ask}>
            <CopiedCode code={texts.example} label={texts.copy(texts.ask)} />
          </Step>
        </ol>
        {!isPlain && (
          <div className="mt-6 pl-9">
            <h3 className="font-medium text-14">{texts.oauth}</h3>
            <p className="max-w-[64ch] text-13 text-muted">{texts.oauthText}</p>
            <CopiedCode code={`${location.origin}/mcp`} label={texts.copy(texts.oauth)} />
          </div>
        )}
        <p className="mt-5 max-w-[64ch] pl-9 text-12 text-muted">{texts.cloud}</p>
      </section>
      <aside aria-labelledby="agent-tools">
        <h2 id="agent-tools" className="mb-2 font-semibold text-16">
          {texts.can}
        </h2>
        <ul className="border-hairline border-t">
          {agentToolList.map(({ name, scope }) => (
            <li key={name} className="flex justify-between gap-3 border-hairline border-b py-2 text-12">
              <code className="font-mono">{name}</code>
              <span className="text-right text-muted">{programTexts.scopes[scope].name}</span>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-12 text-muted">
          {texts.openapi}{' '}
          <a className="text-link" href="/api/docs">
            {texts.openapiLink}
          </a>
        </p>
      </aside>
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="relative pl-9">
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 grid size-5.5 place-items-center rounded-round text-12 text-muted shadow-[inset_0_0_0_1px_var(--line)]"
      >
        {number}
      </span>
      <h3 className="font-medium text-14">{title}</h3>
      {children}
    </li>
  )
}
