import type { GenerationShape } from '#contract/cards/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { inverseChange } from '#domain/board/inverse-change.ts'
import { createBoardStore } from '../board/board-store.ts'
import { createOutboxQueue, type StoredBatch } from '../live/outbox.ts'
import { emptyHistory, steppedBack, steppedForward, withStep } from '../live/undo-history.ts'
import { readInto } from './boards.ts'
import type { SimulatedServer } from './simulated-server.ts'

/** The outcome of the next requests of a client. */
export type Line = 'up' | 'down' | 'loses-replies'

/**
 * One browser with the board, the outbox and the history of the product, and a connection that can break at any point.
 */
export function createSimulatedClient(server: SimulatedServer, nextId: () => string) {
  /** The part that survives a reload: the browser's storage. */
  const stored = new Map<string, StoredBatch>()
  let history = emptyHistory
  let line: Line = 'up'
  let seen = 0
  let board = createBoardStore('')
  let outbox = makeOutbox()
  let goOn = () => {}

  function makeOutbox() {
    const mine = createOutboxQueue({
      async send({ changes }) {
        if (line === 'down') throw new Error('The line is down.')
        const reply = server.apply(changes)
        if (line === 'loses-replies') throw new Error('The reply is lost.')
        return reply
      },
      isFinal: () => false,
      onDelivery({ id }, delivery) {
        // A page that was reloaded receives nothing any more.
        if (outbox !== mine || delivery.kind !== 'accepted') return
        stored.delete(id)
        board.accept(id, delivery.seq)
      },
      pause: () =>
        new Promise((resolve) => {
          goOn = resolve
        }),
    })
    return mine
  }

  const carryOut = (changes: readonly BoardChange[]) => {
    const id = nextId()
    board.applyOptimistic(id, changes)
    const batch = { id, projectId: '', madeAt: 0, changes: changes.map((change) => ({ id: nextId(), ...change })) }
    stored.set(id, batch)
    outbox.add(batch)
  }

  const client = {
    cards: () => [...board.cards.keys()],
    generations: (): GenerationShape[] => [...board.cards.keys()].sort().flatMap((id) => board.getGeneration(id) ?? []),
    items: () => board.items.get(),
    imagesOf: (id: string) => board.getGeneration(id)?.images ?? [],

    edit(change: BoardChange) {
      const inverse = inverseChange(change, { ...board.facts, title: () => '' })
      if (!inverse) return
      carryOut([change])
      history = withStep(history, { label: '', redo: [change], undo: [inverse] })
    },
    undo() {
      const step = history.past.at(-1)
      history = steppedBack(history)
      if (step) carryOut(step.undo)
    },
    redo() {
      const step = history.future.at(-1)
      history = steppedForward(history)
      if (step) carryOut(step.redo)
    },

    setLine(next: Line) {
      line = next
    },
    /** Ends the pause before the next attempt. */
    tryAgain: () => goOn(),

    /** Delivers some of the waiting events; a stream that was cut repeats some of them. */
    receive(count: number, repeated: number) {
      for (const event of server.eventsAfter(seen - repeated).slice(0, count + repeated)) {
        seen = Math.max(seen, event.data.seq)
        if (board.receive(event)) client.read()
        board.advance(seen)
      }
    },
    read() {
      readInto(board.startReading(), server.list(), server.seq, server.items())
      seen = server.seq
    },
    /** Reloads the page: only the browser's storage is left. */
    reload() {
      outbox.stop()
      board = createBoardStore('')
      client.read()
      outbox = makeOutbox()
      for (const batch of stored.values()) {
        board.applyOptimistic(batch.id, batch.changes)
        outbox.add(batch)
      }
    },
    isDone: () => stored.size === 0 && server.eventsAfter(seen).length === 0,
  }
  client.read()
  return client
}
