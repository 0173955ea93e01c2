import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#domain/format.ts'
import { conversationsQuery } from '#web/data/assistant.ts'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { assistantTexts as texts } from './texts.ts'

type ConversationListProps = {
  projectId: string
  /** The one that is shown; null: a new one. */
  currentId: string | null
  onOpen(conversationId: string): void
}

/** The conversations of a project, newest first; each is named by its first request. */
export function ConversationList({ projectId, currentId, onOpen }: ConversationListProps) {
  const { data: conversations, isError, refetch } = useQuery(conversationsQuery(projectId))
  if (!conversations && isError)
    return <LoadFailed title={texts.listFailedTitle} text={texts.failedText} onTryAgain={() => void refetch()} />
  if (!conversations)
    return (
      <div role="status" aria-label={texts.listLoading} className="grid gap-2 pt-2">
        <span className="shimmer h-13 rounded-12" />
        <span className="shimmer h-13 rounded-12" />
        <span className="shimmer h-13 rounded-12" />
      </div>
    )
  return (
    <>
      <h3 className="display pt-2 pb-2">{texts.conversations}</h3>
      {conversations.length === 0 && <p className="text-13 text-muted">{texts.noConversations}</p>}
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {conversations.map(({ id, title, runs, lastAt }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === currentId || undefined}
              className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 rounded-8 p-2 text-left hover:bg-raised aria-[current=true]:bg-raised"
              onClick={() => onOpen(id)}
            >
              <span className="truncate font-medium text-13">{title}</span>
              <span className="text-12 text-muted tabular-nums">
                {formatTime(lastAt)} · {texts.requests(runs)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
