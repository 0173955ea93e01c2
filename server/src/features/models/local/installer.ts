import { rm } from 'node:fs/promises'
import { findLocalModel } from '#domain/local-models/catalogue.ts'
import { fileAddress, type LocalModel, type LocalModelFile } from '#domain/local-models/local-model.ts'
import { type Loop, startLoop } from '#server/background/runner.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import type { Log } from '#server/operations/log.ts'
import { type FetchOptions, fetchFile, hashFile, sizeOf, tryAgain } from './fetch-file.ts'
import { type Claim, claimInstallation, endInstallation, renewInstallation } from './installation-rows.ts'
import type { InstalledFile, ModelFolder } from './model-folder.ts'
import { type FileOrigin, FileRefused, HostAway, hostsOf, readStatement } from './model-host.ts'

export type InstallerParts = {
  readonly db: SystemDatabase
  readonly log: Log
  readonly catalogue: readonly LocalModel[]
  readonly folder: ModelFolder
  readonly origin: FileOrigin
  /** Names this process in leases. */
  readonly worker: string
  /** After so long without a sign of this process another one goes on. */
  readonly leaseSeconds: number
  /** The pauses and retries of downloads, and the free bytes of the disk; for tests. */
  readonly downloadLimits?: Pick<FetchOptions, 'stallMs' | 'tries' | 'waitMs' | 'freeBytes'> & {
    readonly retryMs?: number
    readonly everyMs?: number
  }
}

type Progress = { doneBytes: number; totalBytes: number; files?: readonly InstalledFile[]; reason?: string | null }

/** The row is no longer ours: paused, removed, or taken over after a stall of this process. */
class NotOurs extends Error {
  override readonly name = 'NotOurs'
}

/** Another round at the latest after this; a process that takes the call of a person begins at once. */
const defaultEveryMs = 10_000
const defaultHeartbeatMs = 1_000
/** After a host that was away; the page says that it tries again by itself. */
const defaultRetryMs = 60_000
/** The weight of a new measurement in the shown speed. */
const smoothing = 0.3
/** A host whose file is larger than this many times what was published gives something else. */
const maxFactor = 1.5

/**
 * The hash that a file must have: that of this release, else by the host's own statement, which is trusted once and recorded.
 * @throws FileRefused where neither is known, or where the host states another content.
 */
async function resolveFile(
  file: LocalModelFile,
  { mirror, options }: { mirror: string | undefined; options: FetchOptions },
): Promise<InstalledFile> {
  const address = fileAddress(file, mirror)
  const stated = await tryAgain(() => readStatement(address, options), options)
  const { host } = new URL(address)
  if (file.sha256 !== null && stated.sha256 !== null && stated.sha256 !== file.sha256)
    throw new FileRefused(`${host} has another content for ${file.path} than this release expects.`)
  const sha256 = file.sha256 ?? stated.sha256
  if (sha256 === null)
    throw new FileRefused(`${host} doesn’t state the SHA-256 of ${file.path}, and this release doesn’t know it.`)
  const bytes = stated.bytes ?? file.bytes
  if (bytes <= 0 || bytes > file.bytes * maxFactor)
    throw new FileRefused(`${file.path} has ${bytes} bytes where about ${file.bytes} were expected.`)
  return {
    role: file.role,
    path: file.path,
    bytes,
    sha256,
    trust: file.sha256 === null ? 'stated' : 'pinned',
    commit: stated.commit,
  }
}

/** Notes progress each second, and ends the work where the row is no longer ours. */
function startHeartbeat(
  { db, claim }: { readonly db: SystemDatabase; readonly claim: Claim },
  { read, onLost }: { read(): Progress; onLost(): void },
): { stop(): Promise<void> } {
  let before = { bytes: read().doneBytes, at: performance.now() }
  let speed: number | null = null
  let beat: Promise<void> = Promise.resolve()
  const timer = setInterval(
    () => {
      beat = beat.then(async () => {
        const { doneBytes, ...rest } = read()
        const now = performance.now()
        const measured = Math.max(0, ((doneBytes - before.bytes) * 1_000) / Math.max(1, now - before.at))
        speed = speed === null ? measured : speed + smoothing * (measured - speed)
        before = { bytes: doneBytes, at: now }
        const progress = { doneBytes, ...rest, bytesPerSecond: Math.round(speed) }
        // Without an answer the lease ends by itself: then another process takes over, and this one finds out at the next beat.
        if ((await renewInstallation(db, claim, progress).catch(() => true)) === false) onLost()
      })
    },
    Math.min(defaultHeartbeatMs, (claim.leaseSeconds * 1_000) / 4),
  )
  return {
    async stop() {
      clearInterval(timer)
      await beat
    },
  }
}

type Work = { readonly model: LocalModel; readonly claim: Claim; readonly signal: AbortSignal }

/**
 * Downloads what was asked for, one model at a time over all processes, and checks installed models. A process that ends in the
 * middle leaves parts, which the next one goes on with after its lease.
 */
export function startInstaller({
  db,
  log,
  catalogue,
  folder,
  origin: { mirror },
  downloadLimits = {},
  ...own
}: InstallerParts): Loop {
  const { worker, leaseSeconds } = own
  const stopping = new AbortController()
  const { retryMs = defaultRetryMs, everyMs = defaultEveryMs, ...fetching } = downloadLimits

  /** Runs with a heartbeat that aborts when the row is no longer ours. */
  async function withHeartbeat(
    { claim, signal }: Pick<Work, 'claim' | 'signal'>,
    read: Parameters<typeof startHeartbeat>[1]['read'],
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController()
    const heartbeat = startHeartbeat({ db, claim }, { read, onLost: () => lost.abort(new NotOurs()) })
    try {
      await run(AbortSignal.any([signal, lost.signal]))
    } finally {
      await heartbeat.stop()
    }
  }

  async function download({ model, claim, signal }: Work): Promise<void> {
    const files: InstalledFile[] = []
    const there = new Map<string, number>()
    let trouble: string | null = null
    const read = () => {
      const resolvedBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
      const openBytes = model.files.slice(files.length).reduce((sum, { bytes }) => sum + bytes, 0)
      const doneBytes = [...there.values()].reduce((sum, bytes) => sum + bytes, 0)
      const isResolved = files.length === model.files.length
      return { doneBytes, totalBytes: resolvedBytes + openBytes, reason: trouble, ...(isResolved && { files }) }
    }
    await withHeartbeat({ claim, signal }, read, async (signal) => {
      const onTrouble = (error: unknown) => {
        trouble = error instanceof HostAway ? error.message : null
      }
      const options: FetchOptions = { ...fetching, signal, mayAsk: hostsOf(mirror), onTrouble }
      for (const file of model.files) {
        const resolved = await resolveFile(file, { mirror, options })
        files.push(resolved)
        const here = await sizeOf(folder.pathOf(resolved))
        there.set(resolved.sha256, Math.min(resolved.bytes, here || (await sizeOf(folder.partOf(resolved.sha256)))))
      }
      if (!(await renewInstallation(db, claim, { ...read(), bytesPerSecond: null }))) throw new NotOurs()
      for (const [place, file] of files.entries()) {
        const { sha256, bytes } = file
        const source = model.files[place]
        if (!source) continue
        const onProgress = (have: number) => {
          trouble = null
          there.set(sha256, Math.max(have, there.get(sha256) ?? 0))
        }
        const wanted = {
          address: fileAddress(source, mirror),
          bytes,
          sha256,
          to: folder.pathOf(file),
          part: folder.partOf(sha256),
        }
        await fetchFile(wanted, { ...options, onProgress })
      }
    })
    const { totalBytes } = read()
    const installedAt = new Date().toISOString()
    await endInstallation(db, claim, {
      change: { state: 'installed', doneBytes: totalBytes, totalBytes, files, reason: null, retryAt: null },
      // Before the row says it: a process that dies between the two finds every file there, and only the row is missing.
      work: () => folder.add({ id: model.id, installedAt, files }),
    })
    log.info({ model: model.id }, 'a local model is installed')
  }

  async function check({ model, claim, signal }: Work): Promise<void> {
    const record = (await folder.list()).find(({ id }) => id === model.id)
    const files = record?.files ?? []
    const totalBytes = Math.max(
      1,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    let [checkedBytes, readBytes] = [0, 0]
    const damaged: InstalledFile[] = []
    await withHeartbeat(
      { claim, signal },
      () => ({ doneBytes: checkedBytes + readBytes, totalBytes }),
      async (signal) => {
        for (const file of files) {
          const path = folder.pathOf(file)
          const onProgress = (bytes: number) => {
            readBytes = bytes
          }
          const isWhole =
            (await sizeOf(path)) === file.bytes &&
            (await hashFile(path, { signal, onProgress })).digest('hex') === file.sha256
          if (!isWhole) damaged.push(file)
          checkedBytes += file.bytes
          readBytes = 0
        }
      },
    )
    if (record && damaged.length === 0) {
      await endInstallation(db, claim, { change: { state: 'installed', doneBytes: totalBytes, reason: null } })
      return
    }
    const names = damaged.map(({ path }) => path).join(', ')
    await endInstallation(db, claim, {
      change: {
        state: 'damaged',
        doneBytes: 0,
        reason: names ? `Damaged: ${names}. Fetch it again.` : 'Its files are missing. Fetch it again.',
      },
      async work() {
        await folder.forget(model.id)
        for (const file of damaged) await rm(folder.pathOf(file), { force: true })
      },
    })
  }

  /** Does one model, and says in its row how it ended. False where there was none. */
  async function doNext(): Promise<boolean> {
    const row = await claimInstallation(db, {
      worker,
      leaseSeconds,
      isKnown: (id) => findLocalModel(id, catalogue) !== undefined,
    })
    const model = row && findLocalModel(row.modelId, catalogue)
    if (!row || !model || (row.state !== 'wanted' && row.state !== 'checking')) return false
    const claim: Claim = { modelId: row.modelId, worker, leaseSeconds, state: row.state }
    try {
      const work = { model, claim, signal: stopping.signal }
      await (row.state === 'wanted' ? download(work) : check(work))
    } catch (error) {
      if (error instanceof NotOurs) return true
      if (stopping.signal.aborted) {
        await endInstallation(db, claim, { change: {} })
        return false
      }
      if (error instanceof HostAway) {
        const change = { reason: error.message, retryAt: new Date(Date.now() + retryMs) }
        await endInstallation(db, claim, { change })
        return true
      }
      const isRefused = error instanceof FileRefused
      if (!isRefused) log.error({ err: error, model: model.id }, 'installing a local model failed')
      const reason = isRefused
        ? error.message
        : 'The files could not be written or read on this server; its log says more.'
      await endInstallation(db, claim, { change: { state: 'failed', reason } })
    }
    return true
  }

  const loop = startLoop({
    name: 'local models',
    everyMs,
    log,
    async run() {
      while (!stopping.signal.aborted && (await doNext()));
    },
  })
  return {
    wake: loop.wake,
    stop() {
      stopping.abort(new Error('The server is stopping.'))
      return loop.stop()
    },
  }
}
