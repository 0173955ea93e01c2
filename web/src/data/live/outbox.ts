import type { BoardChangeShape } from '#contract/board/change.ts'
import { isFinal } from '../http/api-error.ts'
import { outboxPrefix, type StorageArea } from '../storage/user-storage.ts'
import { createStore } from '../store.ts'
import type { Clock } from './clock.ts'

/** Changes that were made together, stored in this browser until the server has accepted them. */
export type StoredBatch = {
  readonly id: string
  readonly projectId: string
  /** Milliseconds since 1970; batches are sent in this order. */
  readonly madeAt: number
  readonly changes: readonly BoardChangeShape[]
}

/** The result of a batch: the number of its last event, or a final refusal. */
export type Delivery =
  | { readonly kind: 'accepted'; readonly seq: number }
  | { readonly kind: 'refused'; readonly error: unknown }

/** The state of the outbox: how many batches are pending, and when the last one was accepted. */
export type OutboxState = {
  readonly waiting: number
  /** Milliseconds since 1970; null while none was. */
  readonly savedAt: number | null
  /** The last attempt has failed: it will be repeated. */
  readonly isStuck: boolean
}

type QueueOptions = {
  /** Sends a batch. Its errors are judged by `isFinal`. */
  send(batch: StoredBatch): Promise<{ seq: number }>
  /** Whether another attempt would be refused again. */
  isFinal(error: unknown): boolean
  onDelivery(batch: StoredBatch, delivery: Delivery): void
  /** Waits before the next attempt; resolves at once when the connection is back. */
  pause(delayMs: number): Promise<void>
}

const firstPauseMs = 1_000
const maxPauseMs = 30_000

/**
 * Creates a queue that sends batches one after the other, in order, until the server has accepted or finally refused
 * each.
 */
export function createOutboxQueue({ send, isFinal, onDelivery, pause }: QueueOptions) {
  const state = createStore<OutboxState>({ waiting: 0, savedAt: null, isStuck: false })
  const queue: StoredBatch[] = []
  let isSending = false
  let isStopped = false

  const note = (fields: Partial<OutboxState>) => state.set({ ...state.get(), waiting: queue.length, ...fields })

  /** Returns whether the batch was delivered, either way. */
  const trySending = async (batch: StoredBatch): Promise<boolean> => {
    try {
      const { seq } = await send(batch)
      queue.shift()
      note({ savedAt: Date.now(), isStuck: false })
      onDelivery(batch, { kind: 'accepted', seq })
      return true
    } catch (error) {
      if (!isFinal(error)) return false
      queue.shift()
      note({ isStuck: false })
      onDelivery(batch, { kind: 'refused', error })
      return true
    }
  }

  const flush = async () => {
    if (isSending) return
    isSending = true
    let pauseMs = firstPauseMs
    for (let batch = queue[0]; batch && !isStopped; batch = queue[0]) {
      if (await trySending(batch)) {
        pauseMs = firstPauseMs
        continue
      }
      note({ isStuck: true })
      await pause(pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
    isSending = false
  }

  return {
    state,
    /** The batches that are not delivered yet, in order. */
    waiting: (): readonly StoredBatch[] => queue,
    add(batch: StoredBatch) {
      if (queue.some(({ id }) => id === batch.id)) return
      queue.push(batch)
      note({})
      void flush()
    },
    stop() {
      isStopped = true
    },
  }
}

/** A batch, and the ids of its changes whose target is missing. */
export type DeliveredBatch = {
  readonly batch: StoredBatch
  readonly delivery: Delivery
  readonly goneIds: readonly string[]
}

/** Sends changes of a project's board. Throws an ORPCError where the server refuses them. */
export type ApplyChanges = (
  projectId: string,
  changes: readonly BoardChangeShape[],
) => Promise<{
  readonly seq: number
  readonly items: readonly { readonly id: string; readonly outcome: string }[]
}>

type OutboxOptions = {
  readonly applyChanges: ApplyChanges
  readonly storage: StorageArea
  readonly clock: Pick<Clock, 'pause'>
}

/** Kinds that set the same field: whether something is there. */
const presence = /^(delete|restore|put|remove)(-|$)/

/** The field that a change sets: of two changes of one field the later wins. */
function fieldOf(projectId: string, change: BoardChangeShape): string {
  const field =
    change.kind === 'feedback' ? `feedback ${change.feedbackType}` : change.kind.replace(presence, 'is-there$2')
  const target = Object.entries(change).flatMap(([name, value]) => (name.endsWith('Id') ? [value] : []))
  return [projectId, field, ...target].join(' ')
}

/**
 * Creates the outbox of a user: a batch is stored in this browser before it is sent, so that a reload loses nothing.
 */
export function createOutbox({ applyChanges, storage, clock }: OutboxOptions) {
  const goneIds = new Map<string, string[]>()
  /** When this page changed each field of something last. Milliseconds since 1970. */
  const changedAt = new Map<string, number>()
  const isLatest = ({ projectId, madeAt }: StoredBatch, change: BoardChangeShape) =>
    (changedAt.get(fieldOf(projectId, change)) ?? 0) <= madeAt
  const listeners = new Set<(delivered: DeliveredBatch) => void>()
  const queue = createOutboxQueue({
    pause: clock.pause,
    isFinal,
    async send({ id, projectId, changes }) {
      const { items, seq } = await applyChanges(projectId, changes)
      goneIds.set(
        id,
        items.filter(({ outcome }) => outcome === 'gone').map((item) => item.id),
      )
      return { seq }
    },
    onDelivery(batch, delivery) {
      storage.remove(outboxPrefix + batch.id)
      const gone = goneIds.get(batch.id) ?? []
      goneIds.delete(batch.id)
      for (const listener of [...listeners]) listener({ batch, delivery, goneIds: gone })
    },
  })

  return {
    state: queue.state,
    /** Notifies of every batch that the server has accepted or refused. Returns the stop. */
    onDelivery(listener: (delivered: DeliveredBatch) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The pending batches of a project, in order. */
    waitingFor: (projectId: string) => queue.waiting().filter((batch) => batch.projectId === projectId),
    /**
     * Sends the batches that are stored in this browser, from any tab or earlier page, the oldest first. A storage that has opened late has
     * older ones than this page has sent: of these, what was changed again since is left out.
     */
    sendStored() {
      // A batch that cannot be read is left where it is; the others are sent.
      const found = storage.keys(outboxPrefix).map((key) => storage.read(key) as StoredBatch | undefined)
      const batches = found.filter((batch) => batch !== undefined).sort((a, b) => a.madeAt - b.madeAt)
      const isWaiting = ({ id }: StoredBatch) => queue.waiting().some((other) => other.id === id)
      for (const batch of batches) {
        if (isWaiting(batch)) continue
        const changes = batch.changes.filter((change) => isLatest(batch, change))
        if (changes.length > 0) queue.add({ ...batch, changes })
        else storage.remove(outboxPrefix + batch.id)
      }
    },
    /** Stores a batch in this browser and sends it. */
    add(batch: StoredBatch) {
      for (const change of batch.changes) changedAt.set(fieldOf(batch.projectId, change), batch.madeAt)
      storage.write(outboxPrefix + batch.id, batch)
      queue.add(batch)
    },
    stop: queue.stop,
  }
}
