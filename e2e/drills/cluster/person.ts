import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { GenerationShape, RequestGenerationInput } from '#contract/cards/generation.ts'

/** A user with a session, who sends to one address and retries for ever. */
export type Person = {
  readonly userId: string
  readonly cookie: string
  /** GET, repeated while the servers are away. */
  read<Body>(path: string): Promise<Body>
  /** POST /api/generations with a key, repeated until it is accepted. */
  ask(input: RequestGenerationInput): Promise<GenerationShape>
  /** The bytes of an image's original, requested again while the servers are away. */
  picture(imageId: string): Promise<Uint8Array>
  /** The generations of a project, as soon as none of them is pending. */
  settled(projectId: string): Promise<GenerationShape[]>
}

const pauseMs = 100
const timeLimitMs = 20_000

/** @param origin The origin that the servers expect. @param address Where to send; default: the origin. */
export async function signUpPerson(origin: string, address = origin): Promise<Person> {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, {
      ...init,
      headers: { origin, cookie, ...(init.body ? { 'content-type': 'application/json' } : {}), ...init.headers },
      signal: AbortSignal.timeout(timeLimitMs),
    })
  /** Sends until the reply has the expected status. A permanent refusal (400 to 499, except 429) is an error. */
  async function insist(wanted: number, path: string, init?: RequestInit): Promise<Response> {
    for (;;) {
      const reply = await send(path, init).catch(() => null)
      if (reply?.status === wanted) return reply
      if (reply && reply.status < 500 && reply.status !== 429)
        throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
      await reply?.body?.cancel()
      await wait(pauseMs)
    }
  }

  let cookie = ''
  const account = { email: `${randomUUID()}@example.com`, password: 'correct horse', name: 'Ada', firstName: 'Ada' }
  const signedUp = await insist(200, '/api/auth/sign-up/email', { method: 'POST', body: JSON.stringify(account) })
  cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { user } = (await signedUp.json()) as { user: { id: string } }
  const read = async <Body>(path: string) => (await (await insist(200, path)).json()) as Body

  return {
    userId: user.id,
    cookie,
    read,
    async ask(input) {
      const headers = { 'idempotency-key': randomUUID() }
      const reply = await insist(202, '/api/generations', { method: 'POST', body: JSON.stringify(input), headers })
      return (await reply.json()) as GenerationShape
    },
    async picture(imageId) {
      const reply = await insist(200, `/api/images/${imageId}/file?size=original`)
      return new Uint8Array(await reply.arrayBuffer())
    },
    async settled(projectId) {
      for (;;) {
        const { items } = await read<{ items: GenerationShape[] }>(`/api/projects/${projectId}/generations`)
        if (items.every(({ status }) => status !== 'queued' && status !== 'running')) return items
        await wait(pauseMs)
      }
    },
  }
}
