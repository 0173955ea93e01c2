import type { GenerationShape } from '#contract/generation.ts'
import { hasErrorCode } from './api-error.ts'
import { type BoardStore, createBoardStore } from './board/board-store.ts'
import { api } from './client.ts'
import { createEventStream } from './events/event-stream.ts'
import type { LiveEvent } from './events/live-event.ts'
import { restWhenHidden } from './events/rest-when-hidden.ts'
import { dropProject, patchProject } from './projects.ts'
import { projectsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { readRunningReferences, writeRunningReferences } from './running/running-references.ts'
import { createRunningTracker } from './running/running-tracker.ts'
import { session } from './session.ts'

/** After this long without a list that gives a number, the stream starts with what happens from then on. */
const startWithoutListMs = 2_000

const boards = new Map<string, BoardStore>()
const fresh = new Map<string, string>()
const endListeners = new Set<(generation: GenerationShape) => void>()

const tracker = createRunningTracker({
  find: (projectId, generationId) => boards.get(projectId)?.getGeneration(generationId),
  onEnd: (generation) => {
    for (const listener of endListeners) listener(generation)
  },
})

const stream = createEventStream({
  onEvent: receive,
  onReset() {
    void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
    for (const board of boards.values()) void readBoard(board)
  },
})

/** Every generation that runs, by id. */
export const runningGenerations = tracker.running

/** Tells of each generation that was seen running and has ended. Returns the stop. */
export function onGenerationEnd(listener: (generation: GenerationShape) => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

/** Notes the generation whose card a project's page is to open on, because Go leads there. */
export function handOver({ projectId, id }: GenerationShape): void {
  fresh.set(projectId, id)
}

/** The generation that was handed over to this project's page; only the first to ask gets it. */
export function takeFreshGeneration(projectId: string): string | null {
  const id = fresh.get(projectId) ?? null
  fresh.delete(projectId)
  return id
}

/** The board of a project; it is read when it is asked for the first time, and kept up to date from then on. */
export function boardOfProject(projectId: string): BoardStore {
  const known = boards.get(projectId)
  const board = known ?? createBoardStore(projectId)
  boards.set(projectId, board)
  const isThereOrComing = known && ['loading', 'loaded'].includes(known.loadState.get())
  if (!isThereOrComing) void readBoard(board)
  return board
}

/** Reads a board from the server: the first time, after a reset, and when the person tries again. */
export async function readBoard(board: BoardStore): Promise<void> {
  board.startReading()
  if (board.loadState.get() !== 'loaded') board.loadState.set('loading')
  try {
    const list = await api.projects.generations({ id: board.projectId })
    board.finishReading(list)
    stream.follow(list.seq)
    for (const generation of board.generations()) tracker.put(generation)
  } catch (error) {
    board.loadState.set(hasErrorCode(error, 'not-found') ? 'not-found' : 'failed')
  }
}

/** Shows and follows a generation that a call has just returned. */
export function adopt(generation: GenerationShape): void {
  boardOfProject(generation.projectId).add(generation)
  tracker.put(generation)
}

function receive(event: LiveEvent): void {
  const board = boards.get(event.data.projectId)
  board?.receive(event)
  tracker.receive(event)
  if (event.name === 'generation-restored' && board) void readBoard(board)
  if (event.name === 'project-changed') receiveProject(event.data)
  else if (event.name === 'generation-created' || isFirstPicture(event)) refreshProjects()
}

function receiveProject({ projectId, deleted, ...fields }: Extract<LiveEvent, { name: 'project-changed' }>['data']) {
  const { seq: _seq, ...changes } = fields
  if (deleted) return dropProject(projectId)
  const projects = queryClient.getQueryData(projectsQuery.queryKey)
  if (projects && !projects.some((project) => project.id === projectId)) return refreshProjects()
  patchProject(projectId, changes as Parameters<typeof patchProject>[1])
}

/** The rail shows a project's first picture as soon as there is one. */
function isFirstPicture(event: LiveEvent): boolean {
  if (event.name !== 'image-changed' || event.data.status !== 'completed') return false
  const projects = queryClient.getQueryData(projectsQuery.queryKey)
  return projects?.find((project) => project.id === event.data.projectId)?.thumbnailImageId === null
}

const refreshProjects = () => void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })

let followed: { readonly userId: string; stop(): void } | null = null

/**
 * Follows what belongs to the signed-in person until they sign out, whichever page is open. Asked for again, it goes on as
 * it is: the pages that ask for it come and go.
 */
export function keepLive(userId: string): void {
  if (followed?.userId === userId) return
  followed?.stop()
  const stopLive = startLive(userId)
  const stopWatching = session.subscribe(() => {
    if (session.get().status === 'signed-out') followed?.stop()
  })
  followed = {
    userId,
    stop() {
      followed = null
      stopWatching()
      stopLive()
    },
  }
}

function startLive(userId: string): () => void {
  tracker.expect(readRunningReferences(userId))
  for (const { projectId } of tracker.references()) boardOfProject(projectId)
  const timer = setTimeout(() => stream.followFromNow(), startWithoutListMs)
  const resting = restWhenHidden(stream, () => tracker.running.get().size > 0)
  const stopRemembering = tracker.running.subscribe(() => {
    writeRunningReferences(userId, tracker.references())
    resting.reconsider()
  })
  return () => {
    clearTimeout(timer)
    stopRemembering()
    resting.stop()
    stream.close()
    boards.clear()
    tracker.clear()
    queryClient.clear()
  }
}
