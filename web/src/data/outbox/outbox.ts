import { createStore } from '../store.ts'
import type { StoredBatch } from './stored-batches.ts'

/** What became of a batch: its events end with this number, or the server will never take it. */
export type Delivery =
  | { readonly kind: 'accepted'; readonly seq: number }
  | { readonly kind: 'refused'; readonly error: unknown }

type Dependencies = {
  /** Sends a batch. Throws what `isFinal` judges. */
  send(batch: StoredBatch): Promise<{ seq: number }>
  /** Whether sending again would be refused again. */
  isFinal(error: unknown): boolean
  onDelivery(batch: StoredBatch, delivery: Delivery): void
  /** Waits before the next try; resolves at once when the connection is back. */
  pause(delayMs: number): Promise<void>
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** How the person's changes stand: how many wait to be sent, and when the last ones were taken. */
export type OutboxState = {
  readonly waiting: number
  /** Milliseconds since 1970; null while none was. */
  readonly savedAt: number | null
  /** The last try has failed: they will be tried again. */
  readonly isStuck: boolean
}

/** Sends batches one after the other, in order, until the server has taken or finally refused each. */
export function createOutbox({ send, isFinal, onDelivery, pause }: Dependencies) {
  const state = createStore<OutboxState>({ waiting: 0, savedAt: null, isStuck: false })
  const queue: StoredBatch[] = []
  let isSending = false
  let isStopped = false

  const note = (fields: Partial<OutboxState>) => state.set({ ...state.get(), waiting: queue.length, ...fields })

  /** True when the batch is done with, either way. */
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

  const work = async () => {
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
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
    isSending = false
  }

  return {
    state,
    /** Those not delivered yet, in order. */
    waiting: (): readonly StoredBatch[] => queue,
    add(batch: StoredBatch) {
      if (queue.some(({ id }) => id === batch.id)) return
      queue.push(batch)
      note({})
      void work()
    },
    stop() {
      isStopped = true
    },
  }
}
