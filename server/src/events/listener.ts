import pg from 'pg'
import { sharePresence } from '../db/presence.ts'
import type { Log } from '../operations/log.ts'

export type Listener = { close(): Promise<void> }

const firstDelayMs = 100
const longestDelayMs = 3_000

/**
 * One dedicated connection that listens on channels, and comes back by itself when it is lost: pg does not listen again on
 * its own. What was notified meanwhile is lost, hence `onConnect`: read anew after each connect.
 */
export function startListener(listener: {
  connectionString: string
  channels: Readonly<Record<string, (payload: string) => void>>
  onConnect(): void
  /** Called when the connection is lost: what is notified from here on is missed. */
  onLost(): void
  log: Log
}): Listener {
  let client: pg.Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let delayMs = firstDelayMs

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: listener.connectionString,
      application_name: 'espalier-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    let failed = false
    const again = (error?: Error) => {
      if (failed || closed) return
      failed = true
      listener.onLost()
      listener.log.warn({ err: error }, 'the connection for notifications is away, connecting again')
      next.end().catch(() => {})
      timer = setTimeout(connect, delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
    next.on('error', again)
    next.on('end', () => again())
    next.on('notification', ({ channel, payload }) => listener.channels[channel]?.(payload ?? ''))
    try {
      await next.connect()
      await sharePresence(next)
      for (const channel of Object.keys(listener.channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      client = next
      delayMs = firstDelayMs
      listener.onConnect()
    } catch (error) {
      again(error instanceof Error ? error : new Error(String(error)))
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
