import type { GenerationShape } from '#contract/generation.ts'
import { accountState } from './account-state.ts'
import { receiveAssetEvent } from './assets/receive-asset-event.ts'
import { refreshAssets } from './assets/refresh-assets.ts'
import { createBoardReader, pauseOrOnline } from './board/board-reader.ts'
import { type BoardStore, createBoardStore } from './board/board-store.ts'
import { readBoardLines } from './board/read-board.ts'
import { createEventStream } from './events/event-stream.ts'
import type { LiveEvent, ProjectEvent } from './events/live-event.ts'
import { restWhenHidden } from './events/rest-when-hidden.ts'
import { forgetHistories } from './history/stored-history.ts'
import { onDelivery, startOutbox, waitingBatches } from './outbox/person-outbox.ts'
import { dropProject, patchProject } from './projects.ts'
import { creditsQuery, projectQuery, projectsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { lookForRelease, watchRelease } from './release/look-for-release.ts'
import { refreshReview } from './review.ts'
import { forgetProgress, noteProgress } from './running/picture-progress.ts'
import { readRunningReferences, writeRunningReferences } from './running/running-references.ts'
import { createRunningTracker } from './running/running-tracker.ts'
import { hiddenRacesOf, onSeries, readSeries, receiveSeries, refreshSeries } from './series.ts'

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

const reader = createBoardReader({
  readLines: readBoardLines,
  readRaces: async (projectId) => {
    const list = await readSeries(projectId)
    return list && hiddenRacesOf(list)
  },
  onHeader: (seq) => stream.follow(seq),
  onRead(board) {
    for (const batch of waitingBatches(board.projectId)) board.lay(batch.id, batch.changes)
    for (const generation of board.running()) tracker.put(generation)
  },
  pause: pauseOrOnline,
})

const stream = createEventStream({
  onEvent: receive,
  onProgress: noteProgress,
  onReturn: lookForRelease,
  onReset() {
    void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
    refreshAssets()
    refreshSeries()
    for (const board of boards.values()) reader.read(board)
  },
})

onDelivery(({ batch, delivery }) => {
  const board = boards.get(batch.projectId)
  if (delivery.kind === 'accepted') board?.accept(batch.id, delivery.seq)
  else board?.refuse(batch.id)
  // What was read while the title was on its way may have come after it, and holds the old one.
  if (batch.changes.some(({ kind }) => kind === 'rename')) void refreshProject(batch.projectId)
})

onSeries((projectId, list) => boards.get(projectId)?.hideModels(hiddenRacesOf(list)))

/** Every generation that runs, by id. */
export const runningGenerations = tracker.running

/** Tells of each generation that was seen running and has ended. Returns the stop. */
export function onGenerationEnd(listener: (generation: GenerationShape) => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

/** Notes the generation whose card a project's page is to open on, because Go leads there. */
export function handOver({ projectId, id }: Pick<GenerationShape, 'id' | 'projectId'>): void {
  fresh.set(projectId, id)
}

/** The generation that was handed over to this project's page; only the first to ask gets it. */
export function takeFreshGeneration(projectId: string): string | null {
  const id = fresh.get(projectId) ?? null
  fresh.delete(projectId)
  return id
}

/** Reads a board from the server once more: when the person tries again. */
export const readBoard = reader.read

/** The board of a project; it is read when it is asked for the first time, and kept up to date from then on. */
export function boardOfProject(projectId: string): BoardStore {
  const known = boards.get(projectId)
  const board = known ?? createBoardStore(projectId)
  boards.set(projectId, board)
  const isThereOrComing = known && ['loading', 'loaded'].includes(known.loadState.get())
  if (!isThereOrComing) reader.read(board)
  return board
}

/** Shows and follows a generation that a call has just returned. */
export function adopt(generation: GenerationShape): void {
  boardOfProject(generation.projectId).add(generation)
  tracker.put(generation)
}

function receive(event: LiveEvent): void {
  if (event.name === 'credits-changed') {
    for (const board of boards.values()) board.advance(event.data.seq)
    return void queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey })
  }
  if (event.name === 'review-changed') {
    for (const board of boards.values()) board.advance(event.data.seq)
    return void refreshReview(event.data.projectId)
  }
  if (event.name === 'series-changed') {
    for (const board of boards.values()) board.advance(event.data.seq)
    // Its winner names the models of assets as well.
    if (event.data.kind === 'race' && event.data.hidesNames) refreshAssets()
    return void receiveSeries(event.data)
  }
  if (event.name === 'image-changed' && event.data.status !== undefined) forgetProgress(event.data.imageId)
  receiveAssetEvent(event)
  const board = boards.get(event.data.projectId)
  const isIncomplete = board?.receive(event) ?? false
  for (const other of boards.values()) other.advance(event.data.seq)
  tracker.receive(event)
  if (isIncomplete && board) reader.read(board)
  if (event.name === 'project-changed') receiveProject(event.data)
  else if (event.name === 'generation-created' || isFirstPicture(event)) refreshProjects()
}

function receiveProject({ projectId, deleted, ...fields }: Extract<LiveEvent, { name: 'project-changed' }>['data']) {
  const { seq: _seq, ...changes } = fields
  if (deleted) return dropProject(projectId)
  const projects = queryClient.getQueryData(projectsQuery.queryKey)
  if (projects && !projects.some((project) => project.id === projectId)) return refreshProjects()
  // A title of one's own that is still on its way will be the later one.
  const isRenamed = waitingBatches(projectId).some((batch) => batch.changes.some(({ kind }) => kind === 'rename'))
  if (isRenamed) delete changes.title
  patchProject(projectId, changes as Parameters<typeof patchProject>[1])
}

async function refreshProject(projectId: string): Promise<void> {
  const { queryKey } = projectQuery(projectId)
  // A first read that is under way would be waited for, not asked again.
  await queryClient.cancelQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey })
  refreshProjects()
}

/** The rail shows a project's first picture as soon as there is one. */
function isFirstPicture(event: ProjectEvent): boolean {
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
  const stopWatching = accountState.subscribe(() => {
    if (accountState.get().status === 'signed-out') followed?.stop()
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
  const stopOutbox = startOutbox(userId)
  tracker.expect(readRunningReferences(userId))
  for (const { projectId } of tracker.references()) boardOfProject(projectId)
  const timer = setTimeout(() => {
    stream.followFromNow()
    // Assets are a list without a number: what has come since it was read is found by reading it again.
    refreshAssets()
  }, startWithoutListMs)
  const resting = restWhenHidden(stream, () => tracker.running.get().size > 0)
  const stopRelease = watchRelease(() => tracker.running.get().size > 0)
  const stopRemembering = tracker.running.subscribe(() => {
    writeRunningReferences(userId, tracker.references())
    resting.reconsider()
  })
  return () => {
    clearTimeout(timer)
    stopRemembering()
    stopRelease()
    resting.stop()
    stopOutbox()
    forgetHistories()
    stream.close()
    reader.stop()
    boards.clear()
    tracker.clear()
    queryClient.clear()
  }
}
