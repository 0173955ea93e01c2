import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { canResume, type SentEvent } from '../../events/followers.ts'
import { latestSeq } from '../../events/latest-seq.ts'
import type { AppEnv, CallDeps } from '../app-context.ts'
import { isHeardBy } from '../guards/heard-events.ts'
import { errorReply } from '../replies/error-reply.ts'

/** A proxy closes a connection that is idle for a while. */
const pingMs = 15_000
/**
 * The most unsent events of a slow browser; beyond that the stream is closed, and the browser reconnects with its last number.
 */
const maxUnsent = 1_000

const tooManyStreams = 'You have too many pages open. Close some of them.'

/** The delay before a browser that has lost its stream reconnects: random, so that not all come at the same moment. */
const comeBackMs = () => 500 + Math.round(Math.random() * 1_500)

/** The number to continue from: the header of a browser that reconnects, else the query, else null for 'from now on'. */
function startOf(c: Context<AppEnv>): number | null | 'invalid' {
  const given = c.req.header('last-event-id') ?? c.req.query('after')
  if (given === undefined) return null
  return /^\d{1,15}$/.test(given) ? Number(given) : 'invalid'
}

const written = new WeakMap<SentEvent, Uint8Array>()

/** Serializes an event (https://html.spec.whatwg.org/multipage/server-sent-events.html), once for all streams. */
function bytesOf(event: SentEvent): Uint8Array {
  const known = written.get(event)
  if (known) return known
  const { seq, name, data } = event
  // JSON contains no raw line break, so that it is one line of data.
  const bytes = Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n${seq === null ? '' : `id: ${seq}\n`}\n`)
  written.set(event, bytes)
  return bytes
}

/** GET /api/events: the user's events, numbered, from the browser's last one. */
export async function streamEvents(deps: CallDeps, c: Context<AppEnv>): Promise<Response> {
  const { db, followers, sessionStreams } = deps
  const userId = c.get('userId')
  const token = c.get('token')
  const sessionId = token?.id ?? c.get('sessionId')
  if (deps.isDraining()) return errorReply({ code: 'unavailable' })
  if (followers.count(userId) >= deps.streamsPerUser)
    return errorReply({ code: 'rate-limited', message: tooManyStreams })
  const start = startOf(c)
  if (start === 'invalid')
    return errorReply({
      code: 'invalid',
      data: { issues: [{ path: ['after'], message: 'Must be the number of an event.' }] },
    })
  const newest = await latestSeq(db, userId)
  const resumed = start === null || (await canResume(db, userId, start))
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    let unsent = 0
    const write = async (work: Promise<unknown>) => {
      unsent += 1
      await work.catch(() => {})
      unsent -= 1
    }
    await stream.write(`retry: ${comeBackMs()}\n\n`)
    if (!resumed) await stream.writeSSE({ event: 'reset', id: String(newest), data: JSON.stringify({ seq: newest }) })
    const unfollow = followers.follow(userId, {
      lastSeq: resumed && start !== null ? start : newest,
      send(event) {
        if (!isHeardBy(token, event)) return
        if (unsent >= maxUnsent) stream.abort()
        else void write(stream.write(bytesOf(event)))
      },
      end: () => void write(stream.write(': come back\n\n').then(() => stream.abort())),
    })
    // Sent without a retry time: the next request of this browser is answered 401.
    const unwatch = sessionStreams.add({ userId, sessionId, end: () => stream.abort() })
    // A stream without a reader must not keep the process alive.
    const ping = setInterval(() => void write(stream.write(': still here\n\n')), pingMs).unref()
    await new Promise<void>((resolve) => stream.onAbort(resolve))
    clearInterval(ping)
    unwatch()
    unfollow()
  })
}
