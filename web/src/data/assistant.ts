import { queryOptions } from '@tanstack/react-query'
import type { ConnectionCheckShape } from '#contract/models/model-connection.ts'
import type {
  AssistantSetupShape,
  LanguageModelPlace,
  RunPartShape,
  RunShape,
  StartRunBody,
} from '#contract/programs/assistant.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'
import { liveSession } from './live/current-session.ts'
import type { AssistantNews } from './live/live-session.ts'
import { languageModelQuery } from './words/language-model.ts'

/** The language models of the user's assistant. */
export const assistantSetupQuery = queryOptions({
  queryKey: ['assistant', 'setup'],
  queryFn: ({ signal }) => api.assistant.setup({}, { signal }),
})

/** The runs of the assistant in a project, newest first. */
export const runsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['assistant', 'runs', projectId],
    queryFn: async ({ signal }) => (await api.projects.assistantRuns({ id: projectId }, { signal })).items,
    staleTime: 0,
  })

/** The runs of one conversation, newest first, also where they are not among the last of the project. */
export const conversationQuery = (projectId: string, conversationId: string) =>
  queryOptions({
    queryKey: ['assistant', 'conversation', projectId, conversationId],
    queryFn: async ({ signal }) =>
      (await api.projects.assistantRuns({ id: projectId, conversationId }, { signal })).items,
    staleTime: 0,
  })

/** The conversations of a project, newest first. */
export const conversationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['assistant', 'conversations', projectId],
    queryFn: async ({ signal }) => (await api.projects.assistantConversations({ id: projectId }, { signal })).items,
    staleTime: 0,
  })

const newestFirst = (runs: readonly RunShape[]): RunShape[] =>
  runs.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1))

/** The runs of one conversation, the oldest first: those of the project are followed, and replace what was read with it. */
export function conversationOf(
  conversationId: string,
  { followed, read }: { readonly followed: readonly RunShape[]; readonly read: readonly RunShape[] },
): RunShape[] {
  const runs = new Map([...read, ...followed].map((run) => [run.id, run]))
  return newestFirst([...runs.values()].filter((run) => run.conversationId === conversationId)).toReversed()
}

type TextPiece = { readonly part: number; readonly offset: number; readonly text: string }

/** Adds a piece of text to the parts of a run. One that does not follow is left out: the whole text comes with the next read. */
export function withPiece(parts: readonly RunPartShape[], { part, offset, text }: TextPiece): readonly RunPartShape[] {
  const current = parts[part]
  if (current === undefined) return part === parts.length && offset === 0 ? [...parts, { kind: 'text', text }] : parts
  if (current.kind !== 'text' || current.text.length !== offset) return parts
  return parts.with(part, { kind: 'text', text: current.text + text })
}

/** A run as it was read, with the text that arrived since the server kept it. */
export function withShownText(read: RunShape, shown: RunShape | undefined): RunShape {
  if (read.state !== 'working' || !shown) return read
  const isLonger = (part: RunPartShape, of: RunPartShape | undefined) =>
    part.kind === 'text' && of?.kind === 'text' && of.text.length > part.text.length && of.text.startsWith(part.text)
  return {
    ...read,
    parts: read.parts.map((part, place) => {
      const of = shown.parts[place]
      return of && isLonger(part, of) ? of : part
    }),
  }
}

function put(run: RunShape): void {
  queryClient.setQueryData(runsQuery(run.projectId).queryKey, (runs = []) => {
    const shown = runs.find(({ id }) => id === run.id)
    const next = withShownText(run, shown)
    // An earlier one may have been changed, too.
    return shown ? runs.map((each) => (each.id === run.id ? next : each)) : newestFirst([next, ...runs])
  })
}

/** Follows the runs of a project while they are shown. Returns the stop. */
export function followRuns(projectId: string): () => void {
  /** Runs that are being read, and whether they have changed again meanwhile. */
  const reading = new Map<string, { again: boolean }>()
  let isStopped = false

  async function read(id: string): Promise<void> {
    const state = reading.get(id)
    if (state) {
      state.again = true
      return
    }
    const current = { again: true }
    reading.set(id, current)
    while (current.again && !isStopped) {
      current.again = false
      try {
        put(await api.assistant.run({ id }))
      } catch {
        // Without a connection; the list is read again when it is back.
        void queryClient.invalidateQueries({ queryKey: runsQuery(projectId).queryKey })
      }
    }
    reading.delete(id)
  }

  const receive = (news: AssistantNews) => {
    if (news.kind === 'reset') void queryClient.invalidateQueries({ queryKey: runsQuery(projectId).queryKey })
    else if (news.projectId !== projectId) return
    else if (news.kind === 'changed') void read(news.runId)
    else
      queryClient.setQueryData(runsQuery(projectId).queryKey, (runs) =>
        runs?.map((run) => (run.id === news.runId ? { ...run, parts: [...withPiece(run.parts, news)] } : run)),
      )
  }
  const stop = liveSession().onAssistant(receive)
  return () => {
    isStopped = true
    stop()
  }
}

/**
 * Asks the assistant. The same words again, before a reply has come, are the same run; also where that run is the last one by then, so that
 * another conversation would go on.
 */
export async function startRun(projectId: string, body: Omit<StartRunBody, 'runId'>): Promise<RunShape> {
  const { conversationId: _place, ...words } = body
  const intent = { assistant: projectId, ...words }
  const run = await withRequestId({ request: { id: projectId, ...body }, intent }, (request, runId) =>
    api.projects.askAssistant({ ...request, runId }),
  )
  put(run)
  return run
}

/** Lets the steps of a run go that wait, at the price that was shown. */
export async function letRunGo({ id, parts }: RunShape, credits: number): Promise<void> {
  const steps = parts.flatMap((part) => (part.kind === 'step' && part.state === 'planned' ? part.id : []))
  put(await api.assistant.go({ id, credits, steps }))
}

/** Stops a run. @param images Whether images that it has asked for are cancelled as well. */
export async function stopRun(id: string, images: 'keep' | 'cancel'): Promise<void> {
  put(await api.assistant.stop({ id, images }))
}

/** Takes back all that a run did. */
export async function undoRun(id: string): Promise<void> {
  put(await api.assistant.undo({ id }))
}

function setSetup(setup: AssistantSetupShape): void {
  queryClient.setQueryData(assistantSetupQuery.queryKey, setup)
  void queryClient.invalidateQueries({ queryKey: languageModelQuery.queryKey })
}

/** The models of a provider, by a call that costs nothing. */
export const listLanguageModels = async (place: LanguageModelPlace): Promise<{ id: string; name: string }[]> =>
  (await api.assistant.models(place)).items

/** Saves a language model of the user, after its provider has answered. */
export async function saveLanguageModel(model: LanguageModelPlace & { readonly model: string }): Promise<void> {
  setSetup(await api.assistant.saveModel(model))
}

export async function removeLanguageModel(): Promise<void> {
  setSetup(await api.assistant.removeModel({}))
}

export const testLanguageModel = (): Promise<ConnectionCheckShape> => api.assistant.test({})
