import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase, UserDatabase } from '../db/database.ts'
import { events } from '../db/schema/events.ts'
import type { Log } from '../operations/log.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { EphemeralEvent } from './ephemeral-events.ts'

export type SentEvent = {
  /** Null for one that is not stored. */
  readonly seq: number | null
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** One open stream. `lastSeq` is the newest event it has been given. */
export type Follower = {
  lastSeq: number
  /** A wait of an agent for its images: it counts apart from the open pages of its person. Left out: a stream. */
  readonly kind?: 'wait'
  send(event: SentEvent): void
  /** Ends the stream before the process stops: the browser reconnects to another. */
  end(): void
}

export type Followers = {
  /** Sends the stored events after the follower's `lastSeq`, then every new one, until the returned function is called. */
  follow(userId: UserId, follower: Follower): () => void
  /** Number of open streams of the user in this process, or of waits. */
  count(userId: UserId, kind?: 'wait'): number
  /** Ends every stream. */
  endAll(): void
  /** Sends an ephemeral event to the user's open streams. */
  broadcast(userId: UserId, event: EphemeralEvent): void
  /** New events of the user were committed, here or in another process. */
  notify(userId: UserId): void
  /** Reads for every user again: notifications may have been missed. */
  notifyAll(): void
}

const pageSize = 500
/** A read that failed is repeated after this long, doubled each time in a row. */
const firstPauseMs = 250
const maxPauseMs = 10_000

type FollowersDeps = {
  readonly db: SystemDatabase
  readonly log: Log
  readonly metrics: Metrics
  /** Stored events of a user as they may be sent now. */
  present(userId: UserId, events: readonly SentEvent[]): Promise<readonly SentEvent[]>
}

/**
 * Hands stored events to the streams of this process. For each user one read at a time serves all their streams: it starts
 * at the stream that is furthest behind, and each stream takes what is new to it.
 */
export function createFollowers(deps: FollowersDeps): Followers {
  const byUser = new Map<UserId, Set<Follower>>()
  const reading = new Map<string, { again: boolean }>()

  async function readOnce(userId: UserId): Promise<void> {
    for (;;) {
      const followers = byUser.get(userId)
      if (!followers) return
      const after = Math.min(...[...followers].map((follower) => follower.lastSeq))
      const page = await deps.db
        .select({ seq: events.seq, name: events.name, data: events.data, createdAt: events.createdAt })
        .from(events)
        .where(and(eq(events.userId, userId), gt(events.seq, after)))
        .orderBy(asc(events.seq))
        .limit(pageSize)
      const stored = page.map(({ seq, name, data }) => ({ seq, name, data: { ...data, seq } }))
      // One object for all streams: what is made of it for one serves the others.
      const sent = await deps.present(userId, stored)
      for (const [place, { seq, createdAt }] of page.entries()) {
        const event = sent[place]
        if (!event) continue
        for (const follower of followers) {
          if (seq <= follower.lastSeq) continue
          follower.lastSeq = seq
          follower.send(event)
          deps.metrics.eventSent((Date.now() - createdAt.getTime()) / 1_000)
        }
      }
      if (page.length < pageSize) return
    }
  }

  async function read(userId: UserId): Promise<void> {
    const state = { again: true }
    reading.set(userId, state)
    for (let failures = 0; state.again && byUser.has(userId); ) {
      state.again = false
      try {
        await readOnce(userId)
        failures = 0
      } catch (error) {
        // Nothing may notify again, so the read is repeated, from where each stream stands.
        state.again = true
        deps.log.warn({ err: error }, 'events could not be read and will be read again')
        await wait(Math.min(firstPauseMs * 2 ** failures, maxPauseMs), undefined, { ref: false })
        failures += 1
      }
    }
    reading.delete(userId)
  }

  function notify(userId: UserId): void {
    if (!byUser.has(userId)) return
    const current = reading.get(userId)
    if (current) current.again = true
    else void read(userId)
  }

  return {
    follow(userId, follower) {
      const followers = byUser.get(userId) ?? new Set()
      byUser.set(userId, followers.add(follower))
      deps.metrics.streams(1)
      notify(userId)
      return () => {
        if (!followers.delete(follower)) return
        deps.metrics.streams(-1)
        if (followers.size === 0 && byUser.get(userId) === followers) byUser.delete(userId)
      }
    },
    count: (userId, kind) => [...(byUser.get(userId) ?? [])].filter((follower) => follower.kind === kind).length,
    endAll() {
      for (const followers of byUser.values()) for (const follower of followers) follower.end()
    },
    broadcast(userId, { name, ...data }) {
      const event = { seq: null, name, data }
      for (const follower of byUser.get(userId) ?? []) follower.send(event)
    },
    notify,
    notifyAll: () => {
      for (const userId of byUser.keys()) notify(userId)
    },
  }
}

/** Whether a stream can go on after this number: it must be 0 (from the start) or an event of the user's that is still kept. */
export async function canResume(db: UserDatabase, userId: UserId, seq: number): Promise<boolean> {
  if (seq === 0) return true
  const rows = await db
    .select({ found: sql`1` })
    .from(events)
    .where(and(eq(events.userId, userId), eq(events.seq, seq)))
  return rows.length === 1
}
