import { and, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '../db/database.ts'
import { sessions } from '../db/schema/accounts.ts'
import { apiTokens } from '../db/schema/api-tokens.ts'
import type { Log } from '../operations/log.ts'

/** An open stream with the session or the API token that opened it. */
export type SessionStream = {
  readonly userId: UserId
  /** The id of either. */
  readonly sessionId: string
  /** Called once when it is no longer open. */
  end(): void
}

export type SessionStreams = {
  /** Watches a stream until the returned function is called. Its session is looked up once more: it may have ended meanwhile. */
  add(stream: SessionStream): () => void
  /** The sessions of a person may have changed. */
  check(userId: UserId): void
  /** Notifications may have been missed. */
  checkAll(): void
  /** Whether notifications arrive. While they don't, all sessions are looked up at each tick. */
  setInvalidation(state: 'connected' | 'lost'): void
  close(): void
}

/** With a notification that takes milliseconds, a stream ends well within the two seconds that are promised. */
const tickMs = 500
/** The time for which a session counts as open without a look-up, in case a notification never arrives. */
const maxUnseenMs = 60_000
const maxInOneQuery = 1_000

/**
 * Ends the event streams of this process whose session or token has ended, for whatever reason: by notifications of changed sessions,
 * by the time at which a session expires, and by a look at each session once a minute.
 * @param deps.now Milliseconds since 1970.
 */
export function createSessionStreams(deps: {
  readonly db: SystemDatabase
  readonly log: Log
  readonly now: () => number
}): SessionStreams {
  /** Each stream with the moment from which on its session has to be looked up, in milliseconds since 1970. */
  const dueAt = new Map<SessionStream, number>()
  let isConnected = false
  let isLooking = false

  function makeDue(matches: (stream: SessionStream) => boolean): void {
    for (const stream of dueAt.keys()) if (matches(stream)) dueAt.set(stream, 0)
  }

  /** Looks these sessions up, ends the streams of those that are over, and schedules the next look-up of the others. */
  async function look(streams: readonly SessionStream[]): Promise<void> {
    // A session that becomes due while the database answers stays due.
    for (const stream of streams) dueAt.set(stream, Number.POSITIVE_INFINITY)
    const ids = [...new Set(streams.map(({ sessionId }) => sessionId))]
    try {
      const openSessions = deps.db
        .select({ id: sessions.id, expiresAt: sessions.expiresAt })
        .from(sessions)
        .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, sql`now()`)))
      const isOpenToken = and(
        inArray(apiTokens.id, ids),
        isNull(apiTokens.revokedAt),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
      )
      const openTokens = deps.db
        .select({ id: apiTokens.id, expiresAt: apiTokens.expiresAt })
        .from(apiTokens)
        .where(isOpenToken)
      const open = (await Promise.all([openSessions, openTokens])).flat()
      const expiryOf = new Map(open.map(({ id, expiresAt }) => [id, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY]))
      for (const stream of streams) {
        const planned = dueAt.get(stream)
        if (planned === undefined) continue
        const expiresAtMs = expiryOf.get(stream.sessionId)
        if (expiresAtMs === undefined) {
          dueAt.delete(stream)
          stream.end()
        } else dueAt.set(stream, Math.min(planned, expiresAtMs, deps.now() + maxUnseenMs))
      }
    } catch (error) {
      for (const stream of streams) if (dueAt.has(stream)) dueAt.set(stream, 0)
      deps.log.warn({ err: error }, 'the sessions of event streams could not be read')
    }
  }

  async function tick(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const now = deps.now()
      const due = [...dueAt].filter(([, atMs]) => !isConnected || atMs <= now).map(([stream]) => stream)
      for (let start = 0; start < due.length; start += maxInOneQuery)
        await look(due.slice(start, start + maxInOneQuery))
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void tick(), tickMs).unref()
  return {
    add(stream) {
      dueAt.set(stream, 0)
      return () => void dueAt.delete(stream)
    },
    check: (userId) => makeDue((stream) => stream.userId === userId),
    checkAll: () => makeDue(() => true),
    setInvalidation(state) {
      isConnected = state === 'connected'
    },
    close: () => clearInterval(timer),
  }
}
