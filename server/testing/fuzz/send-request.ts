import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import type { Server } from '#server/start/start-server.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import type { FuzzWorld } from './fuzz-world.ts'
import type { FuzzRequest } from './request-arbitrary.ts'
import type { IdPlace } from './value-arbitrary.ts'

/** A placeholder that a mutation has changed is an ordinary value. */
const placeShape = z.strictObject({
  idOf: z.enum(['ada', 'eve', 'anonymous']),
  kind: z.int().min(0),
  index: z.int().min(0),
})
const isPlace = (value: unknown): value is IdPlace => placeShape.safeParse(value).success

/** The value with its ids inserted. */
function filled(world: FuzzWorld, value: unknown): unknown {
  if (isPlace(value)) return world.idAt(value)
  if (Array.isArray(value)) return value.map((each) => filled(world, each))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(world, each)]))
}

/** Half a surrogate pair cannot be encoded in an address. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? '')).toWellFormed()

function addressOf(world: FuzzWorld, { path, inPath, inQuery }: FuzzRequest): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(filled(world, inPath[name]))))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(inQuery))
    if (value !== undefined) query.set(name, asText(filled(world, value)))
  return query.size > 0 ? `${place}?${query}` : place
}

/** The address names another user's thing, and the call is not public. */
const namesStrangers = ({ path, sender, inPath }: FuzzRequest) =>
  !path.includes('/avatar/') && isPlace(inPath.id) && inPath.id.idOf !== 'anonymous' && inPath.id.idOf !== sender

/** The outcome of a request: the duration of its reply, and what is wrong with it; null for nothing. */
export type Answered = { readonly ms: number; readonly wrong: string | null }

/** Calls whose work is that of a whole import, and how many times as long they may take: 30 pictures are decoded and written. */
const longerCalls: Readonly<Record<string, number>> = { '/api/starters/{starter}': 5 }

/**
 * Sends a request. One with a late reply is sent once more, and is wrong only if that one is late as well: on a busy
 * machine, hashing a password can wait for seconds.
 * @param maxMs Longer than this is late.
 */
export async function sendRequest(
  server: Server,
  world: FuzzWorld,
  { request, maxMs }: { readonly request: FuzzRequest; readonly maxMs: number },
): Promise<Answered> {
  const longest = maxMs * (longerCalls[request.path] ?? 1)
  const first = await sendOnce(server, world, request)
  if (first.wrong !== null || first.ms <= longest) return first
  const again = await sendOnce(server, world, request)
  const late = `took ${Math.round(first.ms)} ms, and again ${Math.round(again.ms)} ms`
  return { ms: first.ms, wrong: again.wrong ?? (again.ms > longest ? late : null) }
}

async function sendOnce(server: Server, world: FuzzWorld, request: FuzzRequest): Promise<Answered> {
  const body = filled(world, request.body)
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const stopping = new AbortController()
  const startedAt = performance.now()
  const reply = await server.app.request(addressOf(world, request), {
    method: request.method,
    signal: stopping.signal,
    headers: {
      host: 'localhost',
      origin: testOrigin,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(request.sender !== 'anonymous' && { cookie: world.people[request.sender].cookie }),
      ...request.headers,
    },
    ...(text !== undefined && { body: text }),
  })
  const type = reply.headers.get('content-type') ?? ''
  const said = type.startsWith('application/json') ? await reply.text() : ''
  stopping.abort()
  await reply.body?.cancel().catch(() => undefined)
  return { ms: performance.now() - startedAt, wrong: wrongIn(request, reply.status, said) }
}

/** Calls that ask another server, which is not there. */
const asksOthers = ({ path }: FuzzRequest) => /^\/api\/(model-connections|workflows|assistant\/models?)\b/.test(path)

function wrongIn(request: FuzzRequest, status: number, said: string): string | null {
  if (status === 503 && asksOthers(request) && errorBody.safeParse(JSON.parse(said || 'null')).success) return null
  if (status >= 500) return `${status}: ${said}`
  if (status >= 400 && !errorBody.safeParse(JSON.parse(said || 'null')).success)
    return `${status} in another shape: ${said.slice(0, 200)}`
  if (status < 300 && namesStrangers(request)) return `${status} for what belongs to another user`
  return null
}
