import type { GenerationShape } from '#contract/cards/generation.ts'
import type { EventData, StoredEventName } from '#contract/events.ts'
import { createAssetLists } from '../assets/asset-lists.ts'
import { createBoardReader, type readBoardLines } from '../board/board-reader.ts'
import { type BoardStore, createBoardStore } from '../board/board-store.ts'
import { creditsQuery } from '../credits.ts'
import { queryClient } from '../http/query-client.ts'
import {
  lacksThumbnail,
  receiveProjectChange,
  refreshProject,
  refreshProjects,
  showPendingTitles,
} from '../projects.ts'
import { refreshPurseSteps } from '../purses.ts'
import { refreshReviews } from '../review.ts'
import { receiveSeries, refreshSeries } from '../series.ts'
import type { StorageArea } from '../storage/user-storage.ts'
import { refreshWords, type WordKind, wordKeys } from '../words/word-keys.ts'
import type { Clock } from './clock.ts'
import { createEventStream, type EventStreamSource, type LiveEvent, type ProjectEvent } from './event-stream.ts'
import { type ApplyChanges, createOutbox } from './outbox.ts'
import { createImageProgress, createRunningTracker } from './running-tracker.ts'
import { createTasks } from './tasks.ts'
import { createUndoHistories, withoutBatch } from './undo-history.ts'

/** The server calls of a session. */
export type SessionApi = {
  readonly readBoardLines: typeof readBoardLines
  readonly applyChanges: ApplyChanges
}

type SessionOptions = {
  readonly userId: string
  readonly api: SessionApi
  /** Opens the connection for events. */
  openStream(address: string): EventStreamSource
  readonly clock: Clock
  /** Called when the event stream is back after it was lost. */
  onReconnect?(): void
  /** Storage of the user: for every tab, and for this one. */
  readonly storage: { readonly all: StorageArea; readonly tab: StorageArea }
}

/** The changes that a panel of the assistant follows: a run that has changed, a piece of its text, or that events were missed. */
export type AssistantNews =
  | { readonly kind: 'changed'; readonly projectId: string; readonly runId: string }
  | ({ readonly kind: 'text' } & EventData<'assistant-text'>)
  | { readonly kind: 'reset' }

/** Reads the lists of words again where they are shown. */
/** After this long without a list that has a number, the stream starts with events from then on. */
const startWithoutListMs = 2_000

/** The place that a project's page opens on: the card that Go has just requested, or all that is on the canvas, as in a new copy. */
export type ProjectOpening = { readonly kind: 'card'; readonly id: string } | { readonly kind: 'whole' }

/** A change of a review: with the comment or decision that a reviewer has just made. */
export type ReviewNews = EventData<'review-changed'>

/** The live state of one signed-in user: boards, event stream, outbox, undo histories and running generations. */
export type LiveSession = ReturnType<typeof createSession>

/** Creates the live session of a user. It reads boards on request; `start` begins everything else. */
export function createSession({ userId, api, openStream, clock, onReconnect = () => {}, storage }: SessionOptions) {
  const openings = new Map<string, ProjectOpening>()
  const reviewListeners = new Set<(news: ReviewNews) => void>()
  const endListeners = new Set<(generation: GenerationShape) => void>()
  const assistantListeners = new Set<(news: AssistantNews) => void>()
  const notifyAssistant = (news: AssistantNews) => {
    for (const listener of [...assistantListeners]) listener(news)
  }
  const assets = createAssetLists(clock)
  const progress = createImageProgress()
  const tasks = createTasks()
  const histories = createUndoHistories(storage.tab)
  const outbox = createOutbox({ applyChanges: api.applyChanges, storage: storage.all, clock })
  const pendingTitle = (projectId: string) =>
    outbox
      .waitingFor(projectId)
      .flatMap(({ changes }) => changes.flatMap((change) => (change.kind === 'rename' ? [change.title] : [])))
      .at(-1)
  showPendingTitles(pendingTitle)

  const tracker = createRunningTracker({
    find: (projectId, generationId) => boards.find(projectId)?.getGeneration(generationId),
    onEnd: (generation) => {
      for (const listener of [...endListeners]) listener(generation)
    },
    storage: storage.all,
  })

  const reader = createBoardReader({
    readLines: api.readBoardLines,
    onHeader: (seq) => stream.follow(seq),
    onRead(board) {
      for (const batch of outbox.waitingFor(board.projectId)) board.applyOptimistic(batch.id, batch.changes)
      tracker.takeProject(board.projectId, board.running())
    },
    onMissing: (board) => tracker.dropProject(board.projectId),
    clock,
  })

  const hasRunning = (projectId: string) => tracker.references().some((running) => running.projectId === projectId)
  const boards = createOpenBoards({ reader, hasRunning, clock })

  const stream = createEventStream({
    onEvent: receive,
    onProgress: progress.note,
    onAssistantText: (piece) => notifyAssistant({ kind: 'text', ...piece }),
    onReconnect,
    onReset() {
      refreshProjects()
      assets.refresh()
      refreshSeries()
      refreshReviews()
      for (const kind of Object.keys(wordKeys)) void refreshWords(kind as WordKind)
      boards.readAgain()
      notifyAssistant({ kind: 'reset' })
    },
    open: openStream,
    clock,
  })

  /** Applies an event to the board of its project, and to the tracker of running generations. */
  function receiveOnBoard(event: ProjectEvent): void {
    const board = boards.find(event.data.projectId)
    const isIncomplete = board?.receive(event) ?? false
    tracker.receive(event)
    if (isIncomplete && board) reader.read(board)
  }

  type Handlers = { readonly [Name in StoredEventName]: (data: EventData<Name>) => void }

  const handlers: Handlers = {
    'credits-changed': () => void queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
    'words-changed': ({ kind }) => void refreshWords(kind),
    'descriptions-changed'() {
      assets.refresh()
      void refreshWords('descriptions')
    },
    'assistant-changed': ({ projectId, runId }) => notifyAssistant({ kind: 'changed', projectId, runId }),
    'review-changed'(data) {
      refreshReviews()
      for (const listener of [...reviewListeners]) listener(data)
    },
    'series-changed'(data) {
      receiveSeries(data)
      if (data.kind !== 'race' || !data.hidesNames) return
      assets.refresh()
      const board = boards.find(data.projectId)
      // Its cards have their models' names now.
      if (board && data.winnerImageId !== null) reader.read(board)
    },
    'generation-created'(data) {
      receiveOnBoard({ name: 'generation-created', data })
      for (const { id, status } of data.images) if (status === 'completed') assets.addImage(id)
      refreshProjects()
    },
    'generation-changed': (data) => receiveOnBoard({ name: 'generation-changed', data }),
    'generation-deleted'(data) {
      assets.removeCards(new Set(data.ids))
      receiveOnBoard({ name: 'generation-deleted', data })
      // Their comments are no longer among the new ones.
      refreshReviews()
    },
    'generation-restored'(data) {
      assets.refresh()
      receiveOnBoard({ name: 'generation-restored', data })
      refreshReviews()
    },
    'image-changed'(data) {
      if (data.status !== undefined) progress.forget(data.imageId)
      if (data.feedback !== undefined) assets.setFeedback(data.imageId, data.feedback)
      if (data.status === 'completed') assets.addImage(data.imageId)
      receiveOnBoard({ name: 'image-changed', data })
      // The rail shows a project's first image as soon as there is one.
      if (data.status === 'completed' && lacksThumbnail(data.projectId)) refreshProjects()
    },
    'frame-changed': (data) => receiveOnBoard({ name: 'frame-changed', data }),
    'note-changed': (data) => receiveOnBoard({ name: 'note-changed', data }),
    'purse-changed'(data) {
      receiveOnBoard({ name: 'purse-changed', data })
      refreshPurseSteps(data.purseId)
    },
    'project-changed'(data) {
      receiveOnBoard({ name: 'project-changed', data })
      // A title that is pending here will be the later one.
      receiveProjectChange(data, pendingTitle(data.projectId) === undefined ? 'take-title' : 'keep-title')
      if (data.deleted) refreshReviews()
    },
  }

  function receive({ name, data }: LiveEvent): void {
    ;(handlers[name] as (data: LiveEvent['data']) => void)(data)
    boards.advance(data.seq)
  }

  /** Subscriptions and timers that `stop` ends; null before `start` and after `stop`. */
  let stops: (() => void)[] | null = null
  let isStopped = false

  return {
    userId,
    storage,
    boards,
    assets,
    progress,
    /** Uploads and requests under way, on every page. */
    tasks,
    stream,
    outbox,
    /** The undo history of a project in this tab. */
    historyOf: histories.of,
    /** All running generations, by id. */
    running: tracker.running,
    /** Reads a board once more: when the user tries again. */
    readBoard: reader.read,

    /** Notifies of each generation that was running and has ended. Returns the stop. */
    onGenerationEnd(listener: (generation: GenerationShape) => void): () => void {
      endListeners.add(listener)
      return () => void endListeners.delete(listener)
    },
    /** Subscribes to changes of reviews. Returns the stop. */
    onReview(listener: (news: ReviewNews) => void): () => void {
      reviewListeners.add(listener)
      return () => void reviewListeners.delete(listener)
    },

    /** Follows the runs of the assistant. Returns the stop. */
    onAssistant(listener: (news: AssistantNews) => void): () => void {
      assistantListeners.add(listener)
      return () => void assistantListeners.delete(listener)
    },

    /** Shows and follows a generation that a call has just returned. */
    adopt(generation: GenerationShape): void {
      boards.get(generation.projectId).add(generation)
      tracker.put(generation)
    },

    /** Stores what a project's page will open on, whatever its saved view. */
    handOver(projectId: string, opening: ProjectOpening): void {
      openings.set(projectId, opening)
    },

    /** Reads the opening that is stored for this project's page. It stays until the page is shown: React may render the page again before that. */
    handedOver: (projectId: string): ProjectOpening | null => openings.get(projectId) ?? null,

    forgetHandedOver(projectId: string): void {
      openings.delete(projectId)
    },

    /** Takes in what earlier pages have left in a storage that has opened late: changes to be sent, steps, and running generations. */
    takeIn({ all, tab }: Readonly<Record<'all' | 'tab', Pick<StorageArea, 'read'>>>): void {
      outbox.sendStored()
      histories.takeIn(tab)
      tracker.expectStored(all)
      for (const { projectId } of tracker.references()) boards.get(projectId)
    },

    isStopped: () => isStopped,

    /** Starts sending pending changes and receiving events, once; a second call changes nothing. */
    start(): void {
      if (stops || isStopped) return
      stops = [
        outbox.onDelivery(({ batch, delivery }) => {
          const board = boards.find(batch.projectId)
          if (delivery.kind === 'accepted') board?.accept(batch.id, delivery.seq)
          else {
            board?.refuse(batch.id)
            const history = histories.of(batch.projectId)
            history.set(withoutBatch(history.get(), batch.id))
          }
          // A project that was read while the title was being saved may have come after it, and contains the old one.
          if (batch.changes.some(({ kind }) => kind === 'rename')) void refreshProject(batch.projectId)
        }),
        clock.after(startWithoutListMs, () => {
          stream.followFromNow()
          // Assets are a list without a number: new images since the read are found by reading it again.
          assets.refresh()
        }),
      ]
      outbox.sendStored()
      tracker.expectStored()
      for (const { projectId } of tracker.references()) boards.get(projectId)
    },

    /** Ends everything for good, and drops what was read. */
    stop(): void {
      if (isStopped) return
      isStopped = true
      for (const stop of stops ?? []) stop()
      outbox.stop()
      stream.close()
      boards.stop()
      assets.stop()
      tracker.clear()
      queryClient.clear()
    },
  }
}

type OpenBoardsOptions = {
  readonly reader: Pick<ReturnType<typeof createBoardReader>, 'read' | 'cancel' | 'stop'>
  /** Whether generations of a project run: its board is needed to learn how they end. */
  hasRunning(projectId: string): boolean
  readonly clock: Pick<Clock, 'after'>
}

type OpenBoard = { readonly board: BoardStore; viewers: number; stopEviction(): void }

/** A board without viewers is evicted after this long: enough for a visit to another page and back. */
export const evictAfterMs = 300_000

/**
 * Keeps the boards of the projects that are viewed, were viewed recently, or have running generations; none at first.
 */
function createOpenBoards({ reader, hasRunning, clock }: OpenBoardsOptions) {
  const open = new Map<string, OpenBoard>()

  function evict({ board, stopEviction }: OpenBoard): void {
    stopEviction()
    reader.cancel(board)
    open.delete(board.projectId)
  }

  function evictLater(entry: OpenBoard): void {
    entry.stopEviction()
    entry.stopEviction = clock.after(evictAfterMs, () => {
      if (hasRunning(entry.board.projectId)) evictLater(entry)
      else evict(entry)
    })
  }

  function entryOf(projectId: string): OpenBoard {
    const known = open.get(projectId)
    if (known) return known
    const entry: OpenBoard = { board: createBoardStore(projectId), viewers: 0, stopEviction: () => {} }
    open.set(projectId, entry)
    reader.read(entry.board)
    evictLater(entry)
    return entry
  }

  return {
    /** The board of a project if it is open. */
    find: (projectId: string): BoardStore | undefined => open.get(projectId)?.board,

    /** The board of a project. It is read at the first request, and kept up to date while it is open. */
    get(projectId: string): BoardStore {
      const { board } = entryOf(projectId)
      if (!['loading', 'loaded'].includes(board.loadState.get())) reader.read(board)
      return board
    },

    /** Keeps a board open until the returned function is called. */
    view(projectId: string): () => void {
      const entry = entryOf(projectId)
      entry.viewers += 1
      entry.stopEviction()
      return () => {
        entry.viewers -= 1
        if (entry.viewers === 0 && open.get(projectId) === entry) evictLater(entry)
      }
    },

    /**
     * Reads the boards that are viewed or have running generations once more, and evicts the others: events were
     * missed.
     */
    readAgain() {
      for (const entry of [...open.values()])
        if (entry.viewers > 0 || hasRunning(entry.board.projectId)) reader.read(entry.board)
        else evict(entry)
    },

    /** Records that everything up to `seq` has arrived. */
    advance(seq: number) {
      for (const { board } of open.values()) board.advance(seq)
    },

    stop() {
      for (const { stopEviction } of open.values()) stopEviction()
      reader.stop()
      open.clear()
    },
  }
}
