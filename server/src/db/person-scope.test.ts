import { describe, expect, it } from 'vitest'
import { asPerson, asTheServer, keepScope, personInScope } from './person-scope.ts'

/** A stream that says, each time it is read, for whom. */
const whoReads = (times: number) => {
  let left = times
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (left-- === 0) controller.close()
        else controller.enqueue(Buffer.from(`${personInScope() ?? 'the server'} `))
      },
    },
    { highWaterMark: 0 },
  )
}

describe('for whom something is done', () => {
  it('is the server, unless a person is said, to the end of their work', async () => {
    const seen = await asPerson('ada', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return [
        personInScope(),
        await asTheServer(personInScope),
        await asPerson('grace', personInScope),
        personInScope(),
      ]
    })
    expect(seen).toEqual(['ada', null, 'grace', 'ada'])
    expect(personInScope()).toBeNull()
  })

  it('is said for what begins only when somebody waits for it, as Drizzle’s statements do', async () => {
    const lazy: PromiseLike<string | null> = {
      // biome-ignore lint/suspicious/noThenProperty: that is what it is about.
      then: (done, failed) => Promise.resolve(personInScope()).then(done, failed),
    }
    expect(await asPerson('ada', () => lazy)).toBe('ada')
  })

  it('stays the same for a stream, whoever reads it', async () => {
    const stream = await asPerson('ada', () => keepScope(whoReads(3)))
    expect(await new Response(stream).text()).toBe('ada ada ada ')
  })
})
