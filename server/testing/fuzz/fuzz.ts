import fc from 'fast-check'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { openApiDocument } from '#server/http/openapi/openapi.ts'
import type { Server } from '#server/start/start-server.ts'
import { createFuzzWorld, type FuzzWorld } from './fuzz-world.ts'
import { type Document, type FuzzRequest, requestArbitrary } from './request-arbitrary.ts'
import { sendRequest } from './send-request.ts'

/** Settings of a server under test: high limits, and nothing piles up. */
export const fuzzVariables = {
  SERVER_LIMITS: 'sign-in-attempts=20',
  GUESTS: 'on',
  PERSON_LIMITS: 'requests-per-second=1000000,projects=30,cards=40,queued=80',
  SKETCH_CREDITS: '0.01',
}

/** Requests of one sample; they are sent a few at a time, so that some run concurrently. */
const perSample = 40
const atOnce = 4
const samplesPerRound = 50
const maxRoundMs = 120_000

const lists = [
  'projects',
  'trash',
  'assets',
  'styles',
  'profile',
  'credits',
  'credits/ledger',
  'credits/usage?by=model',
  'billing',
  'model-keys',
  'models',
  'account/sessions',
  'account/activity',
]

/**
 * Reads everything that is stored of both users: the server validates each reply by the contract, and returns 5xx where
 * that fails.
 */
async function readBack(world: FuzzWorld): Promise<void> {
  for (const person of Object.values(world.people)) {
    for (const path of lists) {
      const { status } = await person.send('GET', `/api/${path}`)
      if (status >= 500) throw new Error(`What is stored can't be read any more: GET /api/${path} answered ${status}`)
    }
    const { body } = await person.send<{ items: { id: string }[] }>('GET', '/api/projects')
    for (const { id } of body.items) {
      const cards = await person.send<{ items: GenerationShape[] }>('GET', `/api/projects/${id}/generations`)
      const board = await person.raw('GET', `/api/projects/${id}/board`)
      await board.text()
      if (cards.status !== 200 || board.status !== 200)
        throw new Error(`A project can't be read any more: ${cards.status}, ${board.status}`)
    }
  }
}

/**
 * Sends requests generated from the OpenAPI document: valid ones and broken ones, by two users and without a session,
 * with ids of both. Fails on a 5xx, a reply that is late twice, an error in another shape, a success with another
 * user's thing, or stored data that the contract does not allow; the smallest failing list of requests is reported.
 * @param wish.requests How many; rounded up to whole samples. @param wish.seed The same seed sends the same requests.
 * @param wish.maxMs A reply that takes longer is late. @returns How many were sent, and the duration of the slowest
 * reply.
 */
export async function fuzz(
  server: Server,
  wish: { readonly requests: number; readonly seed: number; readonly maxMs: number },
): Promise<{ readonly sent: number; readonly slowestMs: number; readonly slowest: string }> {
  const world = await createFuzzWorld(server)
  const document = (await openApiDocument()) as unknown as Document
  let sent = 0
  let slowestMs = 0
  let slowest = ''
  let samples = 0

  async function sendAll(requests: readonly FuzzRequest[]): Promise<void> {
    for (let at = 0; at < requests.length; at += atOnce) {
      const some = requests.slice(at, at + atOnce)
      const answers = await Promise.all(
        some.map((request) => sendRequest(server, world, { request, maxMs: wish.maxMs })),
      )
      sent += some.length
      for (const [place, { ms }] of answers.entries()) {
        if (ms <= slowestMs) continue
        slowestMs = ms
        slowest = `${some[place]?.method} ${some[place]?.path}`
      }
      const index = answers.findIndex(({ wrong }) => wrong !== null)
      if (index >= 0)
        throw new Error(
          `${some[index]?.method} ${some[index]?.path} as ${some[index]?.sender}: ${answers[index]?.wrong}`,
        )
    }
    await world.refresh()
    if (++samples % 50 === 0) await readBack(world)
  }

  const sample = fc.array(requestArbitrary(document), { minLength: 1, maxLength: perSample, size: 'max' })
  for (let round = 0; sent < wish.requests; round++)
    await fc.assert(fc.asyncProperty(sample, sendAll), {
      seed: wish.seed + round,
      numRuns: Math.min(samplesPerRound, Math.ceil((wish.requests - sent) / perSample)),
      // The time limit for shrinking a failing list; by then it is short enough to read.
      interruptAfterTimeLimit: maxRoundMs,
      markInterruptAsFailure: false,
    })
  await readBack(world)
  return { sent, slowestMs, slowest }
}
