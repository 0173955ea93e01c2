import { Socket } from 'node:net'
import pg from 'pg'
import { holdShared } from '#server/db/instance-lock.ts'
import type { Log } from '../operations/log.ts'

export type Listener = { close(): Promise<void> }

const firstDelayMs = 100
const maxDelayMs = 3_000

/** The pause between probes of a listening connection, and the time for its answer, in milliseconds. */
export type Heartbeat = { readonly everyMs: number; readonly answerMs: number }

/**
 * A NAT or load balancer drops a connection without notice to either end, and the system probes only after two hours. With these
 * a dead connection is replaced within half a minute; they also keep an idle one from being dropped.
 */
const defaultHeartbeat: Heartbeat = { everyMs: 15_000, answerMs: 10_000 }

/**
 * One dedicated connection that listens on channels. It is replaced when it is lost or stops answering: pg does not listen
 * again on its own. What was notified meanwhile is lost, hence `onConnect`: read again after each connect. The connection also
 * holds the instance lock, which is free between the loss of one connection and the next.
 */
export function startListener(listener: {
  connectionString: string
  channels: Readonly<Record<string, (payload: string) => void>>
  onConnect(): void
  /** Called when the connection is lost: notifications are missed from here on. */
  onLost(): void
  log: Log
  heartbeat?: Heartbeat
}): Listener {
  const { everyMs, answerMs } = listener.heartbeat ?? defaultHeartbeat
  /** The client is there once it listens. */
  let current: { client: pg.Client | null; socket: Socket } | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined
  let delayMs = firstDelayMs

  async function connect(): Promise<void> {
    const socket = new Socket()
    current = { client: null, socket }
    const client = new pg.Client({
      connectionString: listener.connectionString,
      application_name: 'espalier-listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: answerMs,
      stream: () => socket,
    })
    let failed = false
    const again = (error?: Error) => {
      if (failed || closed) return
      failed = true
      clearTimeout(beat)
      listener.onLost()
      listener.log.warn({ err: error }, 'the connection for notifications is away, connecting again')
      // Not `client.end()`, which waits for the other end.
      socket.destroy()
      current = undefined
      timer = setTimeout(connect, delayMs)
      delayMs = Math.min(delayMs * 2, maxDelayMs)
    }
    const askWhetherAlive = () => {
      beat = setTimeout(async () => {
        try {
          await client.query('select 1')
          if (!failed && !closed) askWhetherAlive()
        } catch (error) {
          again(asError(error))
        }
      }, everyMs)
    }
    client.on('error', again)
    client.on('end', () => again())
    client.on('notification', ({ channel, payload }) => listener.channels[channel]?.(payload ?? ''))
    try {
      await client.connect()
      await holdShared(client)
      for (const channel of Object.keys(listener.channels)) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (closed) return
      current = { client, socket }
      delayMs = firstDelayMs
      askWhetherAlive()
      listener.onConnect()
    } catch (error) {
      again(asError(error))
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(beat)
      const { client, socket } = current ?? {}
      if (!client) return void socket?.destroy()
      const late = setTimeout(() => socket?.destroy(), answerMs)
      await client.end().catch(() => {})
      clearTimeout(late)
    },
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
