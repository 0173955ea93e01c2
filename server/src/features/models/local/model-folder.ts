import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { type FileRole, fileRoles } from '#domain/local-models/local-model.ts'

const installedFile = z.strictObject({
  role: z.enum(fileRoles),
  path: z.string(),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `pinned`: the hash is part of this release. `stated`: the host's own statement was trusted. */
  trust: z.enum(['pinned', 'stated']),
  /** The commit that the host said it gave; null where it said none. */
  commit: z.string().nullable(),
})
/** One file of a model with the hash that its content has. */
export type InstalledFile = z.infer<typeof installedFile>

const installedModel = z.strictObject({ id: z.string(), installedAt: z.iso.datetime(), files: z.array(installedFile) })
/** The record of an installed model, which lies beside its files: on a disk it is what says that a model is whole. */
export type InstalledModel = z.infer<typeof installedModel>

/** The installed models of this machine, for providers that run them. */
export type InstalledModels = {
  /** The paths of a model's files; null where it is not installed, or a file is missing or cut. */
  filesOf(modelId: string): Promise<ReadonlyMap<FileRole, string> | null>
  list(): Promise<readonly InstalledModel[]>
  /** Calls back after each installation and removal by this process. Returns the stop. */
  onChange(listener: () => void): () => void
}

/** The folder of models: files by their hash, so that models share them. */
export type ModelFolder = InstalledModels & {
  readonly path: string
  pathOf(file: Pick<InstalledFile, 'path' | 'sha256'>): string
  /** Where the beginning of a file is kept until it is whole. */
  partOf(sha256: string): string
  /** The sizes of files and parts, in bytes. */
  bytes(): Promise<number>
  /** Records a model as installed; its files must be there. */
  add(model: InstalledModel): Promise<void>
  /** Removes the record, so that no engine opens the model any more; its files stay. */
  forget(modelId: string): Promise<void>
  /** Removes files and parts by their hashes, except those of installed models. @returns The bytes that came free. */
  removeFiles(hashes: readonly string[]): Promise<number>
  /** Removes parts and files that no record names and that were not written since. @returns How many. */
  sweep(olderThanMs: number): Promise<number>
}

const sizeAt = (path: string) =>
  stat(path).then(
    (found) => found.size,
    () => null,
  )
const namesIn = (path: string) => readdir(path).catch(() => [])

/** Opens `DATA_DIR/models`, which is created with the first download. */
export function openModelFolder(dataDir: string): ModelFolder {
  const path = join(dataDir, 'models')
  const records = join(path, 'installed')
  const parts = join(path, 'parts')
  const listeners = new Set<() => void>()
  const recordOf = (modelId: string) => join(records, `${modelId}.json`)
  const pathOf: ModelFolder['pathOf'] = (file) => join(path, file.sha256, basename(file.path))
  const partOf = (sha256: string) => join(parts, `${sha256}.part`)
  const notify = () => {
    for (const listener of listeners) listener()
  }

  /** null where there is none; a record that is not one counts as none, and the model as not installed. */
  async function read(modelId: string): Promise<InstalledModel | null> {
    const text = await readFile(recordOf(modelId), 'utf8').catch(() => null)
    if (text === null) return null
    try {
      return installedModel.parse(JSON.parse(text))
    } catch {
      return null
    }
  }

  async function list(): Promise<readonly InstalledModel[]> {
    const names = (await namesIn(records)).filter((name) => name.endsWith('.json')).toSorted()
    const models = await Promise.all(names.map((name) => read(name.slice(0, -'.json'.length))))
    return models.filter((model) => model !== null)
  }
  const namedHashes = async () => new Set((await list()).flatMap(({ files }) => files.map(({ sha256 }) => sha256)))

  return {
    path,
    pathOf,
    partOf,
    list,
    async filesOf(modelId) {
      const model = await read(modelId)
      if (!model) return null
      const sizes = await Promise.all(model.files.map((file) => sizeAt(pathOf(file))))
      if (model.files.some(({ bytes }, place) => sizes[place] !== bytes)) return null
      return new Map(model.files.map((file) => [file.role, pathOf(file)]))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async bytes() {
      const hashed = (await namesIn(path)).filter((name) => /^[0-9a-f]{64}$/.test(name))
      const files = await Promise.all(
        [...hashed.map((name) => join(path, name)), parts].map(async (folder) =>
          (await namesIn(folder)).map((name) => join(folder, name)),
        ),
      )
      const sizes = await Promise.all(files.flat().map(sizeAt))
      return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    },
    async add(model) {
      await mkdir(records, { recursive: true, mode: 0o700 })
      const draft = join(records, `${model.id}.${randomUUID()}.draft`)
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(model, null, 2))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, recordOf(model.id))
      notify()
    },
    async forget(modelId) {
      await rm(recordOf(modelId), { force: true })
      notify()
    },
    async removeFiles(hashes) {
      const named = await namedHashes()
      let freed = 0
      for (const hash of new Set(hashes)) {
        if (named.has(hash)) continue
        const folder = join(path, hash)
        for (const file of await namesIn(folder)) freed += (await sizeAt(join(folder, file))) ?? 0
        freed += (await sizeAt(partOf(hash))) ?? 0
        await rm(folder, { recursive: true, force: true })
        await rm(partOf(hash), { force: true })
      }
      return freed
    },
    async sweep(olderThanMs) {
      const named = await namedHashes()
      const unnamed = [
        ...(await namesIn(parts)).map((name) => join(parts, name)),
        ...(await namesIn(records)).filter((name) => name.endsWith('.draft')).map((name) => join(records, name)),
        ...(await namesIn(path))
          .filter((name) => /^[0-9a-f]{64}$/.test(name) && !named.has(name))
          .map((name) => join(path, name)),
      ]
      let removed = 0
      for (const each of unnamed) {
        const { mtimeMs } = await stat(each).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs >= olderThanMs) continue
        await rm(each, { recursive: true, force: true })
        removed++
      }
      return removed
    },
  }
}
