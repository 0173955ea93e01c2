import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noRoom, spareDiskBytes } from '#domain/local-models/machine.ts'
import { FileRefused, HostAway, type HostRule, requestFile } from './model-host.ts'

export type WantedFile = {
  readonly address: string
  readonly bytes: number
  readonly sha256: string
  /** Where it is put when it is whole, and where its beginning is kept until then. */
  readonly to: string
  readonly part: string
}

export type FetchOptions = {
  readonly signal: AbortSignal
  readonly mayAsk: HostRule
  /** Called with the bytes that are there so far. */
  onProgress?(bytes: number): void
  /** Called after a try that failed and will be repeated. */
  onTrouble?(error: unknown): void
  /** Free bytes of the disk with this folder. */
  freeBytes?(folder: string): Promise<number>
  /** A line that brings nothing for so long is given up, and tried again. */
  readonly stallMs?: number
  /** So many tries that bring nothing end it; a try that brought something forgives those before it. */
  readonly tries?: number
  /** The pause after the first failure; it doubles, up to half a minute. */
  readonly waitMs?: number
}

const maxWaitMs = 30_000
const roomCheckBytes = 256_000_000

/** The bytes of a file; 0 where there is none. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  )

export const freeDiskBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The hash of a file's content, read in pieces. */
export async function hashFile(
  path: string,
  { signal, onProgress }: Pick<FetchOptions, 'signal' | 'onProgress'>,
): Promise<Hash> {
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    hash.update(chunk)
    read += chunk.length
    onProgress?.(read)
  }
  return hash
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/**
 * Tries until it works. @param bytesNow What is there: a try after which more is there forgives the failures before it.
 * @throws FileRefused at once; HostAway after too many tries that brought nothing; the signal's reason.
 */
export async function tryAgain<Value>(
  attempt: () => Promise<Value>,
  { signal, tries = 8, waitMs = 1_000, onTrouble }: Pick<FetchOptions, 'signal' | 'tries' | 'waitMs' | 'onTrouble'>,
  bytesNow: () => Promise<number> = async () => 0,
): Promise<Value> {
  for (let failures = 0; ; ) {
    const before = await bytesNow()
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof FileRefused) throw error
      failures = (await bytesNow()) > before ? 1 : failures + 1
      if (failures >= tries)
        throw new HostAway(error instanceof HostAway ? error.message : 'The connection breaks off again and again.', {
          cause: error,
        })
      onTrouble?.(error)
      await pause(Math.min(maxWaitMs, waitMs * 2 ** (failures - 1)), undefined, { signal })
    }
  }
}

/**
 * Brings a large file whose size and SHA-256 are known beforehand: goes on where it was cut off (also after a restart), refuses
 * a disk that is too small, notices a stalled line, and shows the file under its name only when it is whole. Two processes that
 * bring the same file at once do no harm: both write the same bytes to the same places.
 * @throws FileRefused, HostAway, or the signal's reason.
 */
export async function fetchFile(wanted: WantedFile, options: FetchOptions): Promise<void> {
  const { to, part, bytes, sha256 } = wanted
  if ((await sizeOf(to)) === bytes) return options.onProgress?.(bytes)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await mkdir(dirname(part), { recursive: true, mode: 0o700 })
  const hash = await tryAgain(
    () => fetchOnce(wanted, options),
    options,
    () => sizeOf(part),
  )
  if (hash.digest('hex') !== sha256) {
    await rm(part, { force: true })
    throw new FileRefused('The content is not the one that was expected: its checksum differs. Nothing of it was kept.')
  }
  await rename(part, to)
  const folder = await open(dirname(to), 'r')
  await folder.sync().finally(() => folder.close())
}

/** One connection. @returns The hash of the whole file. @throws when it ends before the file does. */
async function fetchOnce({ address, bytes, part }: WantedFile, options: FetchOptions): Promise<Hash> {
  const { signal, mayAsk, onProgress, freeBytes = freeDiskBytes, stallMs = 30_000 } = options
  if ((await sizeOf(part)) > bytes) await rm(part)
  const begun = await sizeOf(part)
  const checkRoom = async (have: number) => {
    const missing = bytes - have + spareDiskBytes - (await freeBytes(dirname(part)))
    if (missing > 0) throw new FileRefused(`${noRoom(missing)} What has come is kept.`)
  }
  if (begun < bytes) await checkRoom(begun)
  const hash = begun > 0 ? await hashFile(part, { signal, ...(onProgress && { onProgress }) }) : createHash('sha256')
  if (begun === bytes) return hash

  const stalled = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(new HostAway('The line stalls.')), stallMs)
  }
  alive()
  try {
    const reply = await requestFile(address, { mayAsk, from: begun, signal: AbortSignal.any([signal, stalled.signal]) })
    if (reply.status === 416 || (reply.status === 200 && begun > 0)) {
      await reply.body?.cancel()
      await rm(part)
      throw new Error('The server gives no rest: it begins again.')
    }
    const length = reply.headers.get('content-length')
    if (length !== null && begun + Number(length) !== bytes) {
      await reply.body?.cancel()
      throw new FileRefused(`The file has ${begun + Number(length)} bytes where ${bytes} were expected.`)
    }
    await writeBody(reply.body ?? new ReadableStream(), { part, begun, bytes, hash, alive, checkRoom, onProgress })
  } catch (error) {
    if (isDiskFull(error)) throw new FileRefused(`${noRoom(bytes - (await sizeOf(part)))} What has come is kept.`)
    throw stalled.signal.aborted && !signal.aborted ? stalled.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
  return hash
}

type Writing = {
  readonly part: string
  readonly begun: number
  readonly bytes: number
  readonly hash: Hash
  alive(): void
  checkRoom(have: number): Promise<void>
  readonly onProgress: FetchOptions['onProgress']
}

async function writeBody(
  body: AsyncIterable<Uint8Array>,
  { part, begun, bytes, hash, ...call }: Writing,
): Promise<void> {
  let have = begun
  let checked = begun
  // Neither emptied nor appended to: every chunk has its own place.
  await (await open(part, 'a', 0o600)).close()
  const out = await open(part, 'r+')
  try {
    for await (const chunk of body) {
      call.alive()
      if (have + chunk.length > bytes) throw new FileRefused('The file is longer than expected.')
      await out.write(chunk, 0, chunk.length, have)
      hash.update(chunk)
      have += chunk.length
      call.onProgress?.(have)
      if (have - checked < roomCheckBytes) continue
      checked = have
      await call.checkRoom(have)
    }
    await out.sync()
  } finally {
    await out.close()
  }
  if (have < bytes) throw new HostAway('The connection breaks off again and again.')
}
