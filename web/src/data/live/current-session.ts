import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { accountQuery } from '#contract/account/account-header.ts'
import { accountState } from '../account/account-state.ts'
import { readBoardLines } from '../board/board-reader.ts'
import type { BoardStore } from '../board/board-store.ts'
import { api } from '../http/client.ts'
import { onLateStorage, ownAreas } from '../storage/current-storage.ts'
import { browserClock } from './clock.ts'
import { type EventStreamSource, restWhenHidden, streamEventNames } from './event-stream.ts'
import { createSession, type LiveSession } from './live-session.ts'
import { lookForRelease, watchRelease } from './release-watch.ts'
import type { ImageProgress } from './running-tracker.ts'
import { SharedSource } from './shared-source.ts'

let current: LiveSession | null = null

/** Opens the events of a user, by one connection for all tabs where the browser has locks: not over plain HTTP from another machine. */
function openStream(userId: string, address: string): EventStreamSource {
  const open = (real: string) => {
    const named = new URL(real, location.href)
    named.searchParams.set(accountQuery, userId)
    return new EventSource(named)
  }
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return open(address)
  return new SharedSource({
    address,
    names: streamEventNames,
    scope: `espalier.events.${userId}`,
    open,
    locks: navigator.locks,
  })
}

/**
 * The live session of the signed-in person.
 * @throws Error on a page of visitors, which have none.
 */
export function liveSession(): LiveSession {
  if (!current) throw new Error('Only a signed-in person has a live session.')
  return current
}

/** Returns the live session of this user; creates one where there is none yet, and stops that of another user. */
function openSession(userId: string): LiveSession {
  if (current?.userId === userId && !current.isStopped()) return current
  current?.stop()
  current = createSession({
    userId,
    api: {
      readBoardLines,
      applyChanges: (id, changes) => api.projects.applyChanges({ id, changes: [...changes], userId }),
    },
    openStream: (address) => openStream(userId, address),
    clock: browserClock,
    onReconnect: lookForRelease,
    storage: ownAreas(),
  })
  return current
}

let followed: LiveSession | null = null

/** Starts a session and ties it to the tab and the account, until the user signs out. A second call changes nothing. */
function follow(session: LiveSession): void {
  if (followed === session) return
  followed = session
  session.start()
  const isWorking = () => session.running.get().size > 0
  const isSending = () => session.outbox.state.get().waiting > 0 || session.tasks.running.get().length > 0
  const resting = restWhenHidden(session.stream, isWorking)
  const stops = [
    resting.stop,
    session.running.subscribe(resting.reconsider),
    onLateStorage((late) => {
      if (ownAreas().all === session.storage.all) session.takeIn(late)
    }),
    watchRelease(() => isWorking() || isSending()),
    accountState.subscribe(() => {
      if (accountState.get().status !== 'signed-out' && followed === session) return
      for (const stop of stops) stop()
      session.stop()
    }),
  ]
}

/** Opens the live session of the signed-in user, and keeps it over changes of the page. */
export function useLiveSession(userId: string): LiveSession {
  const session = openSession(userId)
  useEffect(() => follow(session), [session])
  return session
}

/** The board of a project, kept open and up to date while the component is mounted. */
export function useBoard(projectId: string): BoardStore {
  const board = useMemo(() => liveSession().boards.get(projectId), [projectId])
  useEffect(() => liveSession().boards.view(projectId), [projectId])
  return board
}

/** The progress of an image; undefined where it is unknown. */
export function useImageProgress(imageId: string): ImageProgress | undefined {
  const { progress } = liveSession()
  return useSyncExternalStore(progress.subscribe, () => progress.of(imageId))
}
