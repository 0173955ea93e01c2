import type { GenerationShape } from '#contract/cards/generation.ts'
import { hasEnded, isPending } from '#domain/generation/status.ts'
import { findGeneration } from '../cards/generation-rows.ts'
import type { SentEvent } from '../events/followers.ts'
import { latestSeq } from '../events/latest-seq.ts'
import type { AgentCall } from './agent-tool.ts'

/** Reads of the database while many images change at once. */
const restMs = 250

/** Waits of a user at the same time, in this process: an agent waits for all its cards with one. */
const maxWaits = 20

/** The seconds that a tool may wait: none where the user has no room for another wait, and it answers with the state as it is. */
export const secondsToWait = ({ deps, userId }: Pick<AgentCall, 'deps' | 'userId'>, seconds: number): number =>
  deps.followers.count(userId, 'wait') < maxWaits ? seconds : 0

export const isSettled = ({ status }: Pick<GenerationShape, 'status'>): boolean => !isPending(status)

const readyOf = (cards: readonly GenerationShape[]) =>
  cards.flatMap(({ images }) => images).filter(({ status }) => hasEnded(status)).length

type CardWait = {
  readonly ids: readonly string[]
  /** 0: reads the cards once. */
  readonly seconds: number
  /** Called with each event of the user meanwhile. */
  onEvent?(event: SentEvent): void
}

/**
 * Waits until none of these cards has pending images, at most so long; the images go on without it. Follows the events of the user,
 * and reads the cards again where one of them has changed. Ends early when the caller leaves or the server stops.
 * @returns The cards as they are then; those that are gone are left out.
 */
export async function waitForCards(call: AgentCall, { ids, seconds, onEvent }: CardWait): Promise<GenerationShape[]> {
  const { deps, userId, signal } = call
  const read = async () =>
    (await Promise.all(ids.map((id) => findGeneration(deps, userId, id)))).filter((card) => card !== null)
  const waited = new Set(ids)
  let wake = Promise.withResolvers<void>()
  let isOver = signal.aborted || seconds === 0
  const end = () => {
    isOver = true
    wake.resolve()
  }
  // Followed before the cards are read, so that nothing is missed in between.
  const unfollow = deps.followers.follow(userId, {
    kind: 'wait',
    lastSeq: await latestSeq(deps.db, userId),
    send: (event) => {
      const { data } = event
      onEvent?.(event)
      if (typeof data.generationId === 'string' && waited.has(data.generationId)) wake.resolve()
    },
    end,
  })
  const timer = setTimeout(end, seconds * 1_000)
  signal.addEventListener('abort', end, { once: true })
  // It may have been aborted while the newest event was read.
  if (signal.aborted) end()
  try {
    for (let reported = -1; ; ) {
      wake = Promise.withResolvers<void>()
      const cards = await read()
      const ready = readyOf(cards)
      if (ready > reported) {
        reported = ready
        const all = cards.flatMap(({ images }) => images).length
        await call.progress(ready, all, `${ready} of ${all} images are there`)
      }
      if (isOver || cards.every(isSettled)) return cards
      await wake.promise
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    unfollow()
  }
}
