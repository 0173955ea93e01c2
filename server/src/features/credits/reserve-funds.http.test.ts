import { describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { ApiTokenShape, CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { PurseShape } from '#contract/programs/purse.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program, programOf } from '#server-testing/program.ts'
import { step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { checkLedger } from './check-ledger.ts'

const instant = createInstantProvider()
/** Fails pictures of 'fails', and holds those of 'behind a gate' until it is opened. */
let gate = Promise.withResolvers<void>()
/** The images that are held. */
let waiting = 0
const provider = createInstantProvider({
  async generate(request, call) {
    if (request.prompt.includes('behind a gate')) {
      waiting += 1
      await gate.promise
    }
    if (request.prompt.includes('fails')) throw new ProviderError('invalid', 'No picture.')
    return instant.generate(request, call)
  },
})
const metricsToken = 'm'.repeat(32)
const context = withTestServer({
  providers: [provider],
  variables: {
    METRICS_TOKEN: metricsToken,
    SKETCH_CREDITS: '1',
    PERSON_LIMITS: 'queued=400,requests-per-second=1000',
  },
  plans: { signUp: 10_000 },
})

const projectOf = async (person: TestClient) =>
  (await person.send<ProjectShape>('POST', '/api/projects', { title: 'Walled garden' })).body.id
const spentBy = async (person: TestClient, { id }: Program) =>
  (await person.send<{ items: ApiTokenShape[] }>('GET', '/api/tokens')).body.items.find((token) => token.id === id)
    ?.budget?.spent

/** Counts the replies by their status. */
const countByStatus = (replies: readonly { readonly status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(replies, ({ status }) => status)
      .entries()
      .map(([status, list]) => [status, list.length]),
  )

describe('reserveFunds', () => {
  it('lets series and generations of one token be requested at once without a deadlock', async () => {
    const ada = await signUp(context.server)
    const program = await makeProgram(context.server, ada, { budget: { credits: 10_000, per: 'total' } })
    const [forSeries, forCards] = [await projectOf(ada), await projectOf(ada)]
    const replies = []
    for (let round = 0; round < 12; round++) {
      const steps = [step({ count: 1 }), step({ count: 1, canvasX: 900 })]
      replies.push(
        ...(await Promise.all([
          program.send('POST', '/api/series', { kind: 'grid', price: 1_000, projectId: forSeries, steps }),
          program.send('POST', '/api/series', { kind: 'grid', price: 1_000, projectId: forSeries, steps }),
          ...Array.from({ length: 3 }, () =>
            program.send('POST', '/api/generations', { prompt: 'a fox', count: 1, projectId: forCards }),
          ),
        ])),
      )
      await ada.settled((replies.at(-1)?.body as unknown as GenerationShape) ?? never())
    }
    expect(countByStatus(replies)).toEqual({ 202: replies.length })
    expect(await spentBy(ada, program)).toBe(12 * (2 * 2 + 3))
    const headers = { host: 'localhost', authorization: `Bearer ${metricsToken}` }
    const metrics = await (await context.server.app.request('/metrics', { headers })).text()
    expect(metrics).toContain('espalier_transactions_repeated_total 0')
    expect(await checkLedger(context.server.database.system)).toEqual([])
  }, 60_000)

  it('lets images of a token end while it requests others', async () => {
    const ada = await signUp(context.server)
    const program = await makeProgram(context.server, ada, { budget: { credits: 10_000, per: 'month' } })
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        program.send('POST', '/api/generations', { prompt: index % 2 ? 'fails' : 'a fox', count: 1 }),
      ),
    )
    expect(countByStatus(replies)).toEqual({ 202: 24 })
    for (const { body } of replies) await ada.settled(body as unknown as GenerationShape)
    expect(await spentBy(ada, program)).toBe(12)
    expect(await checkLedger(context.server.database.system)).toEqual([])
  }, 60_000)

  it('deletes an account while a token of it asks for images and retries failed ones', async () => {
    for (let round = 0; round < 6; round++) {
      await signUp(context.server)
      const ada = await signUp(context.server)
      const program = await makeProgram(context.server, ada, { budget: { credits: 10_000, per: 'total' } })
      const { body } = await program.send<GenerationShape>('POST', '/api/generations', { prompt: 'fails', count: 4 })
      const failed = await ada.settled(body)
      const [deleted, ...replies] = await Promise.all([
        ada.send('DELETE', '/api/account', { password: 'correct horse' }),
        ...failed.images.map(({ id }) => program.send('POST', `/api/images/${id}/retry`)),
        ...Array.from({ length: 6 }, () => program.send('POST', '/api/generations', { prompt: 'a fox', count: 1 })),
      ])
      expect(deleted?.status).toBe(200)
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    }
  }, 60_000)
})

describe('POST /api/images/{id}/retry', () => {
  it('is paid by the purse of its card', async () => {
    const ada = await signUp(context.server)
    const projectId = await projectOf(ada)
    const area = { x: 0, y: 0, width: 3_600, height: 2_400 }
    const purse = (
      await ada.send<PurseShape>('POST', `/api/projects/${projectId}/purses`, { name: 'Agent', most: 200, ...area })
    ).body
    const { token, secret } = (
      await ada.send<CreatedTokenShape>('POST', `/api/purses/${purse.id}/token`, { name: 'Agent' })
    ).body
    const program = programOf(context.server, { id: token.id, secret })
    const made = await program.send<GenerationShape>('POST', '/api/generations', {
      prompt: 'fails',
      count: 2,
      projectId,
    })
    const failed = await ada.settled(made.body)
    const spent = async () =>
      (await ada.send<{ items: PurseShape[] }>('GET', `/api/projects/${projectId}/purses`)).body.items[0]?.spent
    expect(await spent()).toBe(0)
    const [first, second] = failed.images
    expect((await ada.send('POST', `/api/images/${first?.id}/retry`)).status).toBe(202)
    await ada.settled(made.body)
    await ada.send('PATCH', `/api/purses/${purse.id}`, { most: 0 })
    const refused = await ada.send<ErrorBody>('POST', `/api/images/${second?.id}/retry`)
    expect([refused.status, refused.body.code]).toEqual([402, 'purse-empty'])
  }, 30_000)

  it('is refused where half of the queue is full of the same token', async () => {
    const ada = await signUp(context.server)
    const program = await makeProgram(context.server, ada)
    const small = programOf(context.server.another({ PERSON_LIMITS: 'queued=8', ROLES: 'web' }), program)
    const failed = await ada.settled(
      (await program.send<GenerationShape>('POST', '/api/generations', { prompt: 'fails', count: 1 })).body,
    )
    gate = Promise.withResolvers()
    const other = await signUp(context.server)
    waiting = 0
    await other.generate({ prompt: 'behind a gate' })
    // Nothing else is taken from the queue then.
    await expect.poll(() => waiting).toBe(4)
    await program.send('POST', '/api/generations', { prompt: 'behind a gate', count: 4 })
    const refused = await small.send('POST', `/api/images/${failed.images[0]?.id}/retry`)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
    gate.resolve()
  }, 30_000)
})

function never(): never {
  throw new Error('No reply.')
}
