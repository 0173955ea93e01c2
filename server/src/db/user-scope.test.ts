import { describe, expect, it } from 'vitest'
import { keepScope, userInScope, withoutUser, withUser } from './user-scope.ts'

/** A stream that yields the user in scope at each read. */
const whoReads = (times: number) => {
  let left = times
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (left-- === 0) controller.close()
        else controller.enqueue(Buffer.from(`${userInScope() ?? 'the server'} `))
      },
    },
    { highWaterMark: 0 },
  )
}

describe('the user scope', () => {
  it("is the system unless a user is set, to the end of the user's work", async () => {
    const seen = await withUser('ada', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return [userInScope(), await withoutUser(userInScope), await withUser('grace', userInScope), userInScope()]
    })
    expect(seen).toEqual(['ada', null, 'grace', 'ada'])
    expect(userInScope()).toBeNull()
  })

  it('applies to what begins only when it is awaited, as Drizzle’s statements do', async () => {
    const lazy: PromiseLike<string | null> = {
      // biome-ignore lint/suspicious/noThenProperty: that is what it is about.
      then: (done, failed) => Promise.resolve(userInScope()).then(done, failed),
    }
    expect(await withUser('ada', () => lazy)).toBe('ada')
  })

  it('stays the same for a stream, in whichever scope it is read', async () => {
    const stream = await withUser('ada', () => keepScope(whoReads(3)))
    expect(await new Response(stream).text()).toBe('ada ada ada ')
  })
})
