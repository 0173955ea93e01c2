import { ORPCError } from '@orpc/client'
import { api } from '../client.ts'
import { createStore } from '../store.ts'
import { createOutbox, type Delivery, type OutboxState } from './outbox.ts'
import { forgetBatch, readStoredBatches, type StoredBatch, storeBatch } from './stored-batches.ts'

/** A batch, and how many of its changes named something that is gone. */
type Delivered = { readonly batch: StoredBatch; readonly delivery: Delivery; readonly goneIds: readonly string[] }

/** How the changes of the signed-in person stand. */
export const outboxState = createStore<OutboxState>({ waiting: 0, savedAt: null, isStuck: false })

const deliveryListeners = new Set<(delivered: Delivered) => void>()
let current: { readonly userId: string; readonly outbox: ReturnType<typeof createOutbox> } | null = null

/** Tells of every batch that the server has taken or refused. */
export function onDelivery(listener: (delivered: Delivered) => void): () => void {
  deliveryListeners.add(listener)
  return () => void deliveryListeners.delete(listener)
}

/** The server has answered, and would answer the same again. */
const isFinal = (error: unknown) =>
  error instanceof ORPCError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

/** Waits, but no longer than until the connection is back. */
const pause = (delayMs: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    addEventListener('online', end)
  })

/** Sends what this person's browser has kept, and what they change from now on. Returns the stop. */
export function startOutbox(userId: string): () => void {
  const gone = new Map<string, string[]>()
  const outbox = createOutbox({
    pause,
    isFinal,
    async send({ id, projectId, changes }) {
      const { items, seq } = await api.projects.applyChanges({ id: projectId, changes: [...changes] })
      gone.set(
        id,
        items.filter(({ outcome }) => outcome === 'gone').map((item) => item.id),
      )
      return { seq }
    },
    onDelivery(batch, delivery) {
      forgetBatch(userId, batch.id)
      const goneIds = gone.get(batch.id) ?? []
      gone.delete(batch.id)
      for (const listener of [...deliveryListeners]) listener({ batch, delivery, goneIds })
    },
  })
  const stopWatching = outbox.state.subscribe(() => outboxState.set(outbox.state.get()))
  current = { userId, outbox }
  for (const batch of readStoredBatches(userId)) outbox.add(batch)
  return () => {
    outbox.stop()
    stopWatching()
    outboxState.set({ waiting: 0, savedAt: null, isStuck: false })
    current = null
  }
}

/** Keeps a batch in this browser and sends it. */
export function sendBatch(batch: StoredBatch): void {
  if (!current) throw new Error('Only a signed-in person changes a board.')
  storeBatch(current.userId, batch)
  current.outbox.add(batch)
}

/** The batches of a project that the server does not have yet, in order. */
export const waitingBatches = (projectId: string): readonly StoredBatch[] =>
  current?.outbox.waiting().filter((batch) => batch.projectId === projectId) ?? []
