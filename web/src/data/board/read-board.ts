import { ORPCError } from '@orpc/client'
import type { BoardHeader, CompactCard } from '#contract/compact-board.ts'
import { decodeError } from '../api-error.ts'
import { fetchOrTake } from '../early-reply.ts'

/** A line of the compact board: the header first, then lists of cards, which wait until the header is taken in. */
type Handlers = { onHeader(header: BoardHeader): Promise<void>; onCards(cards: CompactCard[]): void }

/**
 * Reads a project's board line by line, as it comes: what is in view comes first.
 * @throws ORPCError with the server's code when it refuses; Error when the connection breaks before the last line.
 */
export async function readBoardLines(projectId: string, { onHeader, onCards }: Handlers): Promise<void> {
  const response = await fetchOrTake(new Request(`/api/projects/${projectId}/board`))
  if (!response.ok || !response.body) {
    const body: unknown = await response.json().catch(() => null)
    throw decodeError(body, response.status) ?? new ORPCError('unavailable', { status: response.status })
  }
  let header: BoardHeader | null = null
  let received = 0
  for await (const line of lines(response.body)) {
    if (header) {
      const cards = JSON.parse(line) as CompactCard[]
      received += cards.length
      onCards(cards)
      // What is there is shown before more is taken in, also where all has come at once.
      await (received === cards.length ? nextFrame() : nextTask())
    } else {
      header = JSON.parse(line) as BoardHeader
      await onHeader(header)
    }
  }
  if (!header || received < header.count) throw new Error('The board broke off.')
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** A hidden page has no frames: it goes on without. */
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

async function* lines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let parts: string[] = []
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    const [first = '', ...others] = value.split('\n')
    parts.push(first)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
  const last = parts.join('')
  if (last !== '') yield last
}
