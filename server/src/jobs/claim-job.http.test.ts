import { describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const instant = createInstantProvider()
const painted: string[] = []
let gate = Promise.withResolvers<void>()
const context = withTestServer({
  providers: [
    createInstantProvider({
      concurrency: 1,
      async generate(request, call) {
        painted.push(request.prompt)
        await gate.promise
        return instant.generate(request, call)
      },
    }),
  ],
  variables: { CREDITS: 'off' },
})

describe('claimJob', () => {
  it('alternates between users at a provider with one slot, however many images the first has queued', async () => {
    const [ada, bob] = [await signUp(context.server), await signUp(context.server)]
    const first = await Promise.all(Array.from({ length: 3 }, () => ada.generate({ prompt: 'hers', count: 4 })))
    await expect.poll(() => painted.length).toBe(1)
    const his = await bob.generate({ prompt: 'his', count: 2 })
    gate.resolve()
    await bob.settled(his)
    for (const card of first) await ada.settled(card)
    expect(painted.slice(0, 5)).toEqual(['hers', 'his', 'hers', 'his', 'hers'])
    expect(painted).toHaveLength(14)
    gate = Promise.withResolvers()
  })
})
