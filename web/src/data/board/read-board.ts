import type { BoardHeader, CompactCard } from '#contract/compact-board.ts'
import { markSignedOut } from '#web/data/account-state.ts'
import { hasErrorCode } from '../api-error.ts'
import { readLines } from '../read-lines.ts'

/** A line of the compact board: the header first, then lists of cards, which wait until the header is taken in. */
type Handlers = { onHeader(header: BoardHeader): Promise<void>; onCards(cards: CompactCard[]): void }

/**
 * Reads a project's board line by line, as it comes: what is in view comes first.
 * @throws ORPCError with the server's code when it refuses; Error when the connection breaks before the last line.
 */
export async function readBoardLines(projectId: string, handlers: Handlers): Promise<void> {
  try {
    await readEveryLine(projectId, handlers)
  } catch (error) {
    if (hasErrorCode(error, 'unauthenticated')) markSignedOut()
    throw error
  }
}

async function readEveryLine(projectId: string, { onHeader, onCards }: Handlers): Promise<void> {
  let header: BoardHeader | null = null
  let received = 0
  for await (const line of readLines(`/api/projects/${projectId}/board`)) {
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
