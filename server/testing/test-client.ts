import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray } from 'drizzle-orm'
import type { GenerationShape, RequestGenerationInput } from '#contract/cards/generation.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import { isPending, statusesOf } from '#domain/generation/status.ts'
import { generatedImages } from '#server/db/schema/generations.ts'
import type { Server } from '#server/start/start-server.ts'
import { pageHeaders } from './test-origin.ts'

export type Reply<Body> = { readonly status: number; readonly body: Body; readonly headers: Headers }
/** The body of a reply without a stated shape: an error's fields, or nothing of interest. */
type UnknownBody = ErrorBody & { readonly data?: { readonly issues?: readonly { path: unknown[]; message: string }[] } }

/** A browser of one user: keeps the session cookie and sends the page's origin. */
export type TestClient = {
  readonly userId: UserId
  readonly cookie: string
  send<Body = UnknownBody>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Body>>
  raw(method: string, path: string, headers?: Record<string, string>): Promise<Response>
  /** POST /api/generations, which must be accepted. */
  generate(input: RequestGenerationInput): Promise<GenerationShape>
  /** The generation as it is now. */
  read(generation: { readonly projectId: string; readonly id: string }): Promise<GenerationShape | undefined>
  /** The generation, as soon as none of its images is pending. */
  settled(generation: { readonly projectId: string; readonly id: string }): Promise<GenerationShape>
}

async function parse<Body>(response: Response): Promise<Reply<Body>> {
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body, headers: response.headers }
}

/** Sends without a session. */
export async function sendOpen<Body = UnknownBody>(
  server: Server,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply<Body>> {
  const { body, headers } = options
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await server.app.request(path, {
    method,
    ...init,
    headers: { ...pageHeaders(server), ...init.headers, ...headers },
  })
  return parse(response)
}

export const cookieOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Signs a new user up and returns their browser. */
export async function signUp(server: Server, email = `${randomUUID()}@example.com`): Promise<TestClient> {
  const account = { email, password: 'correct horse', name: 'Ada', firstName: 'Ada' }
  const signedUp = await sendOpen<{ user: { id: string } }>(server, 'POST', '/api/auth/sign-up/email', {
    body: account,
  })
  if (signedUp.status !== 200) throw new Error(`Sign-up answered ${signedUp.status}: ${JSON.stringify(signedUp.body)}`)
  return clientOf(server, signedUp.body.user.id, cookieOf(signedUp.headers))
}

/** Reads the database, which is asked again and again: a list of the project's cards costs much more. */
async function hasPendingImages({ database }: Server, generationId: string): Promise<boolean> {
  const { generationId: card, status } = generatedImages
  const pending = inArray(status, statusesOf('in-work', 'uncertain'))
  const images = database.system.select({ status }).from(generatedImages)
  return (await images.where(and(eq(card, generationId), pending)).limit(1)).length > 0
}

/** The same user's browser, possibly on another server process. */
export function clientOf(server: Server, id: string, cookie: string): TestClient {
  const userId = asUserId(id)
  const client: TestClient = {
    userId,
    cookie,
    send: (method, path, body, headers) => sendOpen(server, method, path, { body, headers: { cookie, ...headers } }),
    raw: async (method, path, headers) =>
      server.app.request(path, { method, headers: { ...pageHeaders(server), cookie, ...headers } }),
    async generate(input) {
      const reply = await client.send<GenerationShape>('POST', '/api/generations', input)
      if (reply.status !== 202) throw new Error(`Generate answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      return reply.body
    },
    async read({ projectId, id }) {
      const { body } = await client.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
      return body.items.find((generation) => generation.id === id)
    },
    async settled(generation) {
      // A busy machine is slow.
      for (let look = 0; look < 2_000; look++) {
        const found = (await hasPendingImages(server, generation.id)) ? undefined : await client.read(generation)
        if (found && !isPending(found.status)) return found
        await wait(25)
      }
      throw new Error(`Generation ${generation.id} did not settle.`)
    },
  }
  return client
}
