import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { ApiTokenShape, CreatedTokenShape } from '#contract/api-token.ts'
import { apiTokensQuery } from '#web/data/programs.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { ConnectAgent } from './connect-agent.tsx'
import { CreatedTokenDialog } from './created-token-dialog.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { programTexts as texts } from './texts.ts'
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
    projectId === null ? texts.allProjects : (projects.find(({ id }) => id === projectId)?.title ?? texts.goneProject)
  const close = (next: Part) => {
    setCreated(null)
    setPart(next)
  }
  return (
    <Tabs.Root value={part} onValueChange={(value) => setPart(parts.find((each) => each === value) ?? 'tokens')}>
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-3">
        <Tabs.List aria-label={texts.parts.label} className="flex rounded-8 bg-raised p-0.5">
          {parts.map((name) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="h-8 rounded-6 px-3.5 font-medium text-13 text-muted data-[state=active]:bg-panel data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_0_0_1px_var(--line)]"
            >
              {texts.parts[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {part === 'tokens' && (
          <Button kind="solid" data-new-token onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" /> {texts.newToken}
          </Button>
        )}
        {part === 'webhooks' && (
          <Button kind="solid" data-new-webhook onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" /> {texts.newWebhook}
          </Button>
        )}
      </div>
      <Tabs.Content value="tokens" className="outline-none">
        <p className="mb-4 max-w-[64ch] text-muted">{texts.text}</p>
        {!tokens.data && !tokens.isError && (
          <div role="status" aria-label={texts.loading} className="shimmer h-52 rounded-12" />
        )}
        {!tokens.data && tokens.isError && (
          <LoadFailedLine text={texts.failed} onTryAgain={() => void tokens.refetch()} />
        )}
        {tokens.data?.length === 0 && <p className="border-hairline border-t py-6">{texts.empty}</p>}
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
