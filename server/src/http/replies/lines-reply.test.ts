import { Hono } from 'hono'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { asUserId } from '#domain/account/user-id.ts'
import type { WriteLine } from '#server/features/boards/read-board.ts'
import { createAdmission } from '#server/operations/admission.ts'
import type { AppEnv } from '../app-context.ts'
import { linesReply } from './lines-reply.ts'

const log = pino({ enabled: false })
const line = 'x'.repeat(400)

/** Replies to each request with what is read, with room for 2,000 bytes and two readings of one person. */
function replying(read: (write: WriteLine) => Promise<void>) {
  const unsentLines = createAdmission({ total: 4_000, perOwner: 2_000 })
  const boardReads = createAdmission({ total: 4, perOwner: 2 })
  const app = new Hono<AppEnv>()
  app.get('/', (c) => {
    c.set('userId', asUserId(c.req.header('user') ?? 'ada'))
    return linesReply(c, { log, work: { unsentLines, boardReads } }, read)
  })
  const ask = async (headers: Record<string, string> = {}) => app.request('/', { headers })
  return { ask, unsentLines, boardReads }
}
const linesOf = (count: number) => async (write: WriteLine) => {
  for (let each = 0; each < count; each++) if (!(await write(line))) return
}

describe('linesReply', () => {
  it.each([undefined, 'zstd', 'br', 'gzip'])('holds no room once its reader has taken all (%s)', async (encoding) => {
    const { ask, unsentLines, boardReads } = replying(linesOf(4))
    const reply = await ask(encoding === undefined ? {} : { 'accept-encoding': encoding })
    const bytes = (await reply.arrayBuffer()).byteLength
    expect([bytes > 0, unsentLines.held(), boardReads.held()]).toEqual([true, 0, 0])
  })

  it('is read to its end for a reader who takes nothing, and then the next one is', async () => {
    const { ask, unsentLines, boardReads } = replying(linesOf(1))
    const replies = [await ask(), await ask(), await ask(), await ask()]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await expect.poll(() => boardReads.held()).toBe(0)
    expect(unsentLines.held()).toBe(4 * (line.length + 1))
    for (const reply of replies) await reply.body?.cancel()
    expect(unsentLines.held()).toBe(0)
  })

  it('is broken off where its readers take too little, which keeps no other person from theirs', async () => {
    const { ask, unsentLines } = replying(linesOf(3))
    const [kept, broken] = [await ask(), await ask()]
    await expect.poll(() => unsentLines.held()).toBe(3 * (line.length + 1))
    const other = await ask({ user: 'bob' })
    expect((await other.text()).length).toBe(3 * (line.length + 1))
    await expect(broken.text()).rejects.toThrow('takes too little')
    expect((await kept.text()).length).toBe(3 * (line.length + 1))
    expect(unsentLines.held()).toBe(0)
  })

  it('waits while two of one person are read, and no other person waits', async () => {
    const gate = Promise.withResolvers<void>()
    const { ask, boardReads } = replying(async (write) => {
      await gate.promise
      await write(line)
    })
    const early = [await ask(), await ask()]
    const late = ask()
    const other = await ask({ user: 'bob' })
    expect(boardReads.held()).toBe(3)
    gate.resolve()
    for (const reply of [...early, await late, other]) expect((await reply.text()).length).toBe(line.length + 1)
  })
})
