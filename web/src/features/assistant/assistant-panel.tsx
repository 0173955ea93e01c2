import { useQuery } from '@tanstack/react-query'
import { History, MessageSquarePlus, Settings2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RunShape } from '#contract/programs/assistant.ts'
import { formatTime } from '#domain/format.ts'
import {
  assistantSetupQuery,
  conversationOf,
  conversationQuery,
  conversationsQuery,
  followRuns,
  runsQuery,
} from '#web/data/assistant.ts'
import { useKept } from '#web/data/storage/kept-values.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { assistantCommand } from './assistant-command.ts'
import { ModelSettings } from './model-form.tsx'
import { RequestBox } from './request-box.tsx'
import { type Draft, draftAfter, requestDrafts } from './request-draft.ts'
import { RunView } from './run-view.tsx'
import { assistantTexts as texts } from './texts.ts'
import './assistant.css'

/** The conversation that is shown: `last` until another one is opened or begun. */
type Shown = 'last' | 'new' | { readonly id: string }
/** The content of closed panels, as long as the page is open. */
const lastShown = new WeakMap<BoardSession, Shown>()

/** The conversation with the assistant of a canvas, beside it. */
export function AssistantPanel({ session }: { session: BoardSession }) {
  const { projectId } = session.board
  const panel = useRef<HTMLElement>(null)
  const setup = useQuery(assistantSetupQuery)
  const runs = useQuery(runsQuery(projectId))
  const [page, setPage] = useState<'conversation' | 'settings' | 'list'>('conversation')
  const [shown, setShown] = useState<Shown>(() => lastShown.get(session) ?? 'last')
  const draft = useKept(requestDrafts, projectId)
  const close = () => session.overlays.close('assistant')
  const show = (next: Shown) => {
    lastShown.set(session, next)
    setShown(next)
  }
  const changeDraft = (next: Draft) => requestDrafts.write(projectId, next)
  useEffect(() => followRuns(projectId), [projectId])
  useKeys('panel', [[assistantCommand.keys[0] ?? '', close]], { within: panel })

  const [newest] = runs.data ?? []
  const shownId = shown === 'new' ? null : shown === 'last' ? (newest?.conversationId ?? null) : shown.id
  const opened = useQuery({ ...conversationQuery(projectId, shownId ?? ''), enabled: typeof shown === 'object' })
  const conversation =
    shownId === null ? [] : conversationOf(shownId, { followed: runs.data ?? [], read: opened.data ?? [] })
  const working = (runs.data ?? []).find((run) => run.state === 'working') ?? null
  useAnnouncements(newest)
  const hasModel = setup.data ? setup.data.own !== null || setup.data.server !== null : undefined
  const isSetup = hasModel === false || page === 'settings'
  usePanelFocus(panel, hasModel === true && page === 'conversation')
  const turnTo = (wanted: typeof page) => setPage(page === wanted ? 'conversation' : wanted)

  return (
    <FloatingPanel
      title={texts.title}
      closeLabel={texts.close}
      part="assistant-panel"
      className="covers-canvas"
      panelRef={panel}
      closesFrom="both"
      subtitle={
        setup.data &&
        hasModel && (
          <span className="ml-2 truncate text-12 text-muted">{setup.data.own?.model ?? setup.data.server?.model}</span>
        )
      }
      actions={
        hasModel && (
          <>
            <IconButton
              size="small"
              label={texts.newConversation}
              aria-disabled={conversation.length === 0 || undefined}
              onClick={() => {
                show('new')
                setPage('conversation')
              }}
            >
              <MessageSquarePlus />
            </IconButton>
            <IconButton
              size="small"
              label={texts.conversations}
              aria-pressed={page === 'list'}
              onClick={() => turnTo('list')}
            >
              <History />
            </IconButton>
            <IconButton
              size="small"
              label={texts.settings}
              aria-pressed={page === 'settings'}
              onClick={() => turnTo('settings')}
            >
              <Settings2 />
            </IconButton>
          </>
        )
      }
      onClose={close}
    >
      {isSetup ? (
        <div className="assistant-scroll" data-scrolls>
          <ModelSettings onClose={hasModel ? () => setPage('conversation') : null} />
        </div>
      ) : page === 'list' ? (
        <div className="assistant-scroll" data-scrolls>
          <ConversationList
            projectId={projectId}
            currentId={shownId}
            onOpen={(id) => {
              show({ id })
              setPage('conversation')
            }}
          />
        </div>
      ) : (
        <>
          <Conversation
            session={session}
            runs={conversation}
            isLoading={runs.isPending || setup.isPending || (opened.isLoading && conversation.length === 0)}
            hasFailed={
              (runs.isError && !runs.data) ||
              (setup.isError && !setup.data) ||
              (opened.isError && conversation.length === 0)
            }
            onTryAgain={() => {
              void runs.refetch()
              if (typeof shown === 'object') void opened.refetch()
              void setup.refetch()
            }}
            onExample={(text) => changeDraft({ ...draft, text })}
          />
          {hasModel && (
            <RequestBox
              session={session}
              draft={draft}
              working={working}
              conversationId={shownId}
              onChange={changeDraft}
              onStarted={(sent) => {
                // Words that were typed meanwhile stay.
                changeDraft(draftAfter(requestDrafts.read(projectId), sent))
                show('last')
              }}
            />
          )}
        </>
      )}
    </FloatingPanel>
  )
}

type ConversationProps = {
  session: BoardSession
  runs: readonly RunShape[]
  isLoading: boolean
  hasFailed: boolean
  onTryAgain(): void
  onExample(text: string): void
}

/** The conversation and its steps, scrolled to its end while the person has not scrolled away from it. */
function Conversation({ session, runs, isLoading, hasFailed, onTryAgain, onExample }: ConversationProps) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight
  })
  const hasList = !hasFailed && !isLoading
  useEffect(() => {
    const node = list.current
    if (!node || !hasList) return
    // The keyboard of a phone, and a request of several lines, make it lower.
    const resized = new ResizeObserver(() => {
      if (isAtEnd.current) node.scrollTop = node.scrollHeight
    })
    resized.observe(node)
    return () => resized.disconnect()
  }, [hasList])
  const noteScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {}
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40
  }
  if (hasFailed)
    return (
      <div className="assistant-scroll">
        <LoadFailed title={texts.failedTitle} text={texts.failedText} onTryAgain={onTryAgain} />
      </div>
    )
  if (isLoading)
    return (
      <div role="status" aria-label={texts.loading} className="assistant-scroll grid content-start gap-3">
        <span className="shimmer h-10 rounded-12" />
        <span className="shimmer h-24 rounded-12" />
      </div>
    )
  return (
    <div
      ref={list}
      role="log"
      aria-label={texts.title}
      // Ends are announced; text that is being written is not read out letter by letter.
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
      className="assistant-scroll"
      data-scrolls
      onScroll={noteScroll}
    >
      {runs.length === 0 && <Beginning onExample={onExample} />}
      {runs.map((run) => (
        <RunView key={run.id} session={session} run={run} />
      ))}
    </div>
  )
}

function Beginning({ onExample }: Pick<ConversationProps, 'onExample'>) {
  return (
    <div className="assistant-empty grid gap-2 pt-6">
      <h3 className="display">{texts.emptyTitle}</h3>
      <p className="text-13 text-muted">{texts.emptyText}</p>
      <ul className="grid justify-items-start gap-1.5 pt-2">
        {texts.examples.map((example) => (
          <li key={example}>
            <Button kind="line" size="small" onClick={() => onExample(example)}>
              {example}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Announces that the newest run waits or has ended. */
function useAnnouncements(run: RunShape | undefined): void {
  const before = useRef<{ readonly id: string; readonly state: string } | null>(null)
  useEffect(() => {
    if (!run) return
    const last = before.current
    before.current = { id: run.id, state: run.state }
    if (last?.id !== run.id || last.state === run.state || run.state === 'working') return
    announce(run.state === 'asks' ? texts.announce.asks(run.asks?.credits ?? 0) : texts.announce[run.state])
  }, [run])
}

/** The field has the focus as soon as it is there, where no keyboard would cover the panel; in the end the button that opens it. */
function usePanelFocus(panel: { readonly current: HTMLElement | null }, hasField: boolean): void {
  useEffect(() => {
    const node = panel.current
    node?.focus({ preventScroll: true })
    return () => focusOpener(node)
  }, [panel])
  useEffect(() => {
    if (!hasField || matchMedia('(pointer: coarse)').matches) return
    const { activeElement } = document
    if (activeElement === panel.current || activeElement === document.body)
      panel.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [panel, hasField])
}

/** In the end the button that opens it has the focus, unless something else was focused meanwhile. */
function focusOpener(panel: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement !== document.body && !panel?.contains(activeElement)) return
  const button = document.querySelector<HTMLElement>('header [data-command="assistant"]')
  if (button?.checkVisibility()) button.focus({ preventScroll: true })
}

type ConversationListProps = {
  projectId: string
  /** The one that is shown; null: a new one. */
  currentId: string | null
  onOpen(conversationId: string): void
}

/** The conversations of a project, newest first; each is named by its first request. */
function ConversationList({ projectId, currentId, onOpen }: ConversationListProps) {
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
              <span className="truncate font-medium text-13" dir="auto">
                {title}
              </span>
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
