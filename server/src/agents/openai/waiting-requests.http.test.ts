import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

let gate = Promise.withResolvers<void>()
const instant = createInstantProvider()
const gated = createInstantProvider({
  async generate(request, call) {
    await gate.promise
    return instant.generate(request, call)
  },
})
const context = withTestServer({
  providers: [gated],
  variables: { CREDITS: 'off', PERSON_LIMITS: 'streams=2,requests-per-second=10000' },
})

let ada: TestClient
let program: Program
beforeAll(async () => {
  ada = await signUp(context.server)
})
beforeEach(async () => {
  program = await makeProgram(context.server, ada, { name: 'Open WebUI' })
})
afterEach(() => {
  gate.resolve()
  gate = Promise.withResolvers()
})

/** Asks for an image as a stream, without reading it. */
const stream = ({ secret }: Program) =>
  context.server.app.request('/v1/images/generations', {
    method: 'POST',
    body: JSON.stringify({ prompt: 'a wren', n: 1, stream: true, partial_images: 2 }),
    headers: { host: 'localhost', authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  })
const streams = (count: number, of = program) => Promise.all(Array.from({ length: count }, () => stream(of)))
const statusesOf = (replies: readonly Response[]) => replies.map(({ status }) => status)
const cancel = (replies: readonly Response[]) => Promise.all(replies.map(({ body }) => body?.cancel()))

describe('requests at /v1 that wait for their images', () => {
  it('hold their place until their stream has ended', async () => {
    const open = await streams(16)
    expect(statusesOf(open)).toEqual(Array(16).fill(200))
    expect(statusesOf(await streams(1))).toEqual([429])
    gate.resolve()
    expect(await open[0]?.text()).toContain('image_generation.completed')
    await cancel(open.slice(1))
    const next = await streams(1)
    expect(statusesOf(next)).toEqual([200])
    await cancel(next)
  })

  it('take no event stream away from the pages of their user', async () => {
    const open = await streams(3)
    const page = await ada.raw('GET', '/api/events')
    expect(page.status).toBe(200)
    await cancel([page, ...open])
  })

  it('wait beside others of the same user, whatever their number', async () => {
    const others = await Promise.all(['A', 'B'].map((name) => makeProgram(context.server, ada, { name })))
    const open = (await Promise.all(others.map((each) => streams(12, each)))).flat()
    const last = await stream(program)
    gate.resolve()
    const texts = await Promise.all([...open, last].map((reply) => reply.text()))
    for (const text of texts) expect(text).toContain('image_generation.completed')
  })
})
