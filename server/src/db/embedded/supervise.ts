import { setTimeout as sleep } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import type { Log } from './cluster-home.ts'
import { answers, attach, type ClusterSession } from './cluster-session.ts'
import { boundLogFile, lastLines } from './log-file.ts'
import { type ClusterHome, ownFolders } from './own-folders.ts'
import {
  type Durability,
  findPostmaster,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts'

export type Supervisor = { ensureRunning(): Promise<void>; stop(): Promise<void> }

type Options = { log: Log; durability: Durability; bringUpTimeoutMs?: number }

/** After a kill -9, the pid, the sockets and the children of the dead process can stay in the way for seconds. */
const BRING_UP_TIMEOUT_MS = 60_000
const LOG_CHECK_MS = 60_000
const LONGEST_PAUSE_MS = 1_000
const LONGEST_BACK_OFF_MS = 30_000

/** Keeps one cluster's PostgreSQL running for as long as this server needs it. */
export function supervise(home: ClusterHome, options: Options): Supervisor {
  let session: ClusterSession | null = null
  let bringingUp: Promise<void> | null = null
  const stopping = new AbortController()
  const { signal } = stopping

  const onLost = () => {
    session = null
    if (signal.aborted) return
    options.log.warn('The connection to PostgreSQL was lost: bringing it back')
    void recover()
  }

  async function recover(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await ensureRunning()
        return options.log.info('PostgreSQL is back')
      } catch (error) {
        if (signal.aborted) return
        options.log.warn(`PostgreSQL does not come back yet: ${error instanceof Error ? error.message : error}`)
        await sleep(Math.min(1_000 * 2 ** failures, LONGEST_BACK_OFF_MS), undefined, { ref: false })
      }
    }
  }

  async function ensureRunning(): Promise<void> {
    signal.throwIfAborted()
    if (session) {
      const known = session
      if (await answers(home)) return
      if (session === known) session = null
      await known.close()
    }
    bringingUp ??= bringUp(home, { ...options, signal, onLost })
      .then((attached) => {
        session = attached
      })
      .finally(() => {
        bringingUp = null
      })
    await bringingUp
  }

  const logCheck = setInterval(() => void boundLogFile(home.logFile).catch(() => undefined), LOG_CHECK_MS)
  logCheck.unref()

  return {
    ensureRunning,
    async stop() {
      if (signal.aborted) return
      stopping.abort(new Error('PostgreSQL was left'))
      clearInterval(logCheck)
      await bringingUp?.catch(() => undefined)
      const leaving = session
      if (!leaving) return
      // It may have died on its own: then there is nothing to stop.
      const last = await leaving.leave().catch(() => false)
      if (last) await stopPostmaster(home)
      await leaving.close()
    },
  }
}

/** Attaches first, starts PostgreSQL only where nothing listens, and retries for a minute. */
async function bringUp(
  home: ClusterHome,
  options: Options & { signal: AbortSignal; onLost(): void },
): Promise<ClusterSession> {
  const deadline = Date.now() + (options.bringUpTimeoutMs ?? BRING_UP_TIMEOUT_MS)
  let started: StartedPostmaster | null = null
  let pauseMs = 20
  await boundLogFile(home.logFile)
  while (true) {
    options.signal.throwIfAborted()
    const attachment = await attach(home, options.onLost)
    if (attachment.is === 'attached') return attachment.session
    if (Date.now() > deadline) throw await giveUp(home, attachment.reason)

    const isOurs = started !== null && !started.hasExited()
    if (attachment.is === 'absent' && !isOurs && findPostmaster(home) === null) {
      // Backs off after a start that failed at once.
      if (started) pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      await ownFolders(home)
      await ensureCluster(home)
      started = startPostmaster(home, options.durability)
    }
    await sleep(pauseMs)
  }
}

async function giveUp(home: ClusterHome, reason: string): Promise<Error> {
  return new Error(
    `The built-in PostgreSQL does not start (${reason}). Its log, ${home.logFile}, ends with:\n` +
      `${await lastLines(home.logFile)}\nSet DATABASE_URL to use another PostgreSQL.`,
  )
}
