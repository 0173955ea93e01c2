import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Held by one process of a machine at a time; it ends with the process, also by kill -9. */
export type MachineLease = { release(): void }

const retryMs = 20

/**
 * The address of a lease. On Linux an abstract socket, which leaves no file behind; elsewhere a file that a killed process may
 * leave, and a named pipe on Windows.
 */
function addressOf(name: string): string {
  const short = `espalier-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
  if (process.platform === 'linux') return `\0${short}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${short}` : join(tmpdir(), `${short}.sock`)
}

/** Asks the holder for the lease, and waits until it is free. */
async function askHolder(address: string, signal: AbortSignal): Promise<void> {
  const socket = connect(address)
  try {
    // The holder never writes: the end of the connection is the end of its lease.
    socket.resume()
    await once(socket, 'close', { signal })
  } catch (error) {
    signal.throwIfAborted()
    // There is no listener: the file of the address, if there is one, is stale.
    if (!address.startsWith('\0') && (error as NodeJS.ErrnoException).code === 'ECONNREFUSED')
      rmSync(address, { force: true })
  } finally {
    socket.destroy()
  }
}

/**
 * Takes the lease of this name on this machine, after the process that holds it has released it.
 * @param onWanted Called when another process waits for it: release it as soon as the work in hand is done.
 * @throws The signal's reason when aborted.
 */
export async function takeMachineLease(
  name: string,
  { onWanted, signal }: { onWanted: () => void; signal: AbortSignal },
): Promise<MachineLease> {
  const address = addressOf(name)
  for (;;) {
    signal.throwIfAborted()
    const waiting = new Set<Socket>()
    const server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => undefined).once('close', () => waiting.delete(socket))
      socket.resume()
      onWanted()
    })
    try {
      server.listen(address)
      await once(server, 'listening')
      // The lease alone keeps no process alive.
      server.unref()
      return {
        release() {
          server.close()
          for (const socket of waiting) socket.destroy()
        },
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      await askHolder(address, signal)
      // Where neither side gets through, both try again.
      await pause(retryMs)
    }
  }
}
