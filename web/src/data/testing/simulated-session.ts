import type { GenerationShape } from '#contract/cards/generation.ts'
import { compactCardOf } from '#contract/testing/compact-card-of.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { browserClock } from '../live/clock.ts'
import { createSession } from '../live/live-session.ts'
import { memoryStorage } from './memory-storage.ts'
import { createSimulatedServer } from './simulated-server.ts'

/** An EventSource that the test opens, and through which it sends. */
export class FakeSource extends EventTarget {
  readonly CLOSED = 2
  readyState = 0
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
  }
  close() {
    this.readyState = 2
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  loses(how: 'for a while' | 'for good') {
    this.readyState = how === 'for good' ? 2 : 0
    this.dispatchEvent(new Event('error'))
  }
  sends(name: string, data: object) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }
}

/** A live session on a simulated server with one project, whose clock the test advances by hand. */
export function createSimulatedSession(generations: readonly GenerationShape[]) {
  const projectId = generations[0]?.projectId ?? ''
  const server = createSimulatedServer(generations)
  const sources: FakeSource[] = []
  const readings: string[] = []
  const storage = { all: memoryStorage(), tab: memoryStorage() }
  let timers: { readonly atMs: number; readonly action: () => void }[] = []
  let nowMs = 0
  let failure: Error | null = null

  const after = (ms: number, action: () => void) => {
    const timer = { atMs: nowMs + ms, action }
    timers.push(timer)
    return () => {
      timers = timers.filter((other) => other !== timer)
    }
  }

  /** Lets all pending promises continue: none takes more turns than this. */
  const settle = async () => {
    for (let turns = 0; turns < 30; turns++) await null
  }

  const open = () =>
    createSession({
      userId: 'ada',
      storage,
      api: {
        async readBoardLines(id, { onHeader, onCards }) {
          readings.push(id)
          if (failure) throw failure
          const list = id === projectId ? server.list() : []
          const ids = list.map((generation) => generation.id)
          const models = [...new Set(list.flatMap(({ model }) => model ?? []))]
          const since = '2026-11-21T10:00:00.000Z'
          const header = {
            projectId: id,
            seq: server.seq,
            count: ids.length,
            since,
            models,
            sheets: [],
            ...server.items(),
            purses: [],
          }
          const placeOf = (generationId: string) => (ids.includes(generationId) ? ids.indexOf(generationId) : undefined)
          onHeader(header)
          onCards(list.map((generation) => compactCardOf(generation, [], { ...header, placeOf })))
        },
        async applyChanges(_projectId, changes) {
          if (failure) throw failure
          return { ...server.apply(changes), items: changes.map(({ id }) => ({ id, outcome: 'applied' })) }
        },
      },
      openStream(address) {
        const source = new FakeSource(address)
        sources.push(source)
        return source as unknown as EventSource
      },
      clock: { ...browserClock, random: () => 1, after, pause: (ms) => new Promise((resolve) => after(ms, resolve)) },
    })

  let lastId = 0
  return {
    server,
    storage,
    projectId,
    readings,
    sources,
    settle,
    /** Opens a session like a newly loaded page: only the storage of the previous one is left. */
    open,
    /** Makes the next requests fail; null ends that. */
    failWith(error: Error | null) {
      failure = error
    },
    /** Advances the clock and runs what is due. */
    async advance(ms: number) {
      nowMs += ms
      const due = timers.filter(({ atMs }) => atMs <= nowMs)
      timers = timers.filter((timer) => !due.includes(timer))
      for (const { action } of due) action()
      await settle()
    },
    /** Sends the server's events with a higher number than this to the stream. */
    broadcast(afterSeq: number) {
      for (const { name, data } of server.eventsAfter(afterSeq)) sources.at(-1)?.sends(name, data)
    },
    /** Stores and sends a change as the page does. */
    edit(session: ReturnType<typeof open>, change: BoardChange) {
      lastId += 1
      const id = `batch-${lastId}`
      session.boards.get(projectId).applyOptimistic(id, [change])
      session.outbox.add({ id, projectId, madeAt: lastId, changes: [{ id: `change-${lastId}`, ...change }] })
    },
  }
}
