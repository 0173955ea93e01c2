import type { ProjectShape } from '#contract/project.ts'
import { type ProjectFile, pictureName } from '#contract/project-file.ts'
import { storedMediaTypes } from '#contract/upload.ts'
import { sniffedBytes, sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Database } from '../../db/database.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import { openPicture } from '../../pictures/inspect-picture.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused } from '../files/unused-files.ts'
import type { PersonLimits } from '../limits/person-limits.ts'
import { findProject } from '../projects/project-rows.ts'
import { type Refusable, type Refusal, refusableTransaction } from '../refusal.ts'
import { projectFileName } from './export-project.ts'
import { type OpenZip, openZip } from './open-zip.ts'
import { parseProjectFile } from './parse-project-file.ts'
import type { StoredPicture } from './stored-picture.ts'
import { idsFor, keyOfNew, limitRefusal, writeProject } from './write-project.ts'

/** A picture at 4K as PNG, with room; project.json with 50,000 cards. */
const mostEntryBytes = 200_000_000
const imagesPerCard = 16
const picturesAtOnce = 4
/** A server that dies while it imports leaves files; they go after this. */
const abandonedAfterSeconds = 21_600

export type ImportDeps = {
  readonly db: Database
  readonly storage: Storage
  readonly limits: PersonLimits
  readonly checkpoint: Checkpoint
  newId(): string
}

const kinds = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const
const invalid = (message: string): Refusal => ({
  code: 'invalid',
  message,
  data: { issues: [{ path: ['file'], message }] },
})

/** What a picture really is, by its bytes; null where it is none that is taken, or has too many pixels. */
async function measure(bytes: Buffer): Promise<StoredPicture | null> {
  const kind = sniffPicture(bytes.subarray(0, sniffedBytes))
  if (!kind) return null
  try {
    const { autoOrient } = await openPicture(bytes).metadata()
    return { mediaType: kinds[kind], byteSize: bytes.byteLength, width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}

/** Every picture of the file: its id there, and where it lies in the zip. */
const picturesOf = ({ cards, uploads }: ProjectFile) => [
  ...uploads.map(({ id, file }) => ({ id, name: file })),
  ...cards.flatMap(({ images }) => images.flatMap(({ id, file }) => (file === null ? [] : [{ id, name: file }]))),
]

/** Puts the pictures into the storage, each under its new id. They are noted for removal until the rows are there. */
async function storePictures(
  { db, storage, checkpoint }: ImportDeps,
  { zip, file, ids }: { readonly zip: OpenZip; readonly file: ProjectFile; readonly ids: ReadonlyMap<string, string> },
): Promise<Result<{ pictures: Map<string, StoredPicture>; keys: string[] }, Refusal>> {
  const listed = picturesOf(file)
  const missing = listed.find(({ name }) => !zip.has(name))
  if (missing) return failure(invalid(`The picture ${missing.name} is missing.`))
  const uploads = new Set(file.uploads.map(({ id }) => id))
  const keys = listed.flatMap(({ id }) => keysOfImage(ids.get(id) ?? '', 1))
  await markUnused(db, keys, { afterSeconds: abandonedAfterSeconds })
  const pictures = new Map<string, StoredPicture>()
  let refused: Refusal | null = null
  await inParallel(listed, picturesAtOnce, async ({ id, name }) => {
    if (refused) return
    const bytes = await zip.read(name).catch(() => null)
    const picture = bytes && (await measure(bytes))
    const isTaken = picture && (!uploads.has(id) || storedMediaTypes.some((type) => type === picture.mediaType))
    if (!bytes || !isTaken) {
      refused = invalid(`${name} is no picture that can be read.`)
      return
    }
    await storage.put(keyOfNew(ids.get(id) ?? ''), bytes)
    await checkpoint('file-written')
    pictures.set(id, picture)
  })
  return refused ? failure(refused) : success({ pictures, keys })
}

/**
 * Brings an exported project in as a new one. Everything is checked, and every picture stored, before the first row is
 * written; then all rows come in one transaction. So nobody ever sees half of it, whenever the server dies.
 * @param path Where the zip lies that was sent; it is only read.
 */
export async function importProject(
  deps: ImportDeps,
  { userId, path, mostBytes }: { readonly userId: string; readonly path: string; readonly mostBytes: number },
): Refusable<ProjectShape> {
  const { db, limits, newId } = deps
  const opened = await openZip(path, {
    mostEntries: limits.cards * imagesPerCard + 2,
    mostEntryBytes,
    mostBytes,
    isKnown: (name) => name === projectFileName || name === 'README.txt' || pictureName.safeParse(name).success,
  })
  if (!opened.ok) return opened
  const zip = opened.value
  try {
    if (!zip.has(projectFileName)) return failure(invalid('This is no exported project: it holds no project.json.'))
    const text = await zip.read(projectFileName).catch(() => null)
    if (!text) return failure(invalid('This is no exported project: the zip is broken.'))
    const parsed = await parseProjectFile(text.toString('utf8'))
    if (!parsed.ok) return parsed
    const file = parsed.value
    const cards = file.cards.length
    const full = await db.transaction((tx) => limitRefusal(tx, userId, { limits, cards }))
    if (full) return failure(full)
    const ids = idsFor(file, newId)
    const stored = await storePictures(deps, { zip, file, ids })
    if (!stored.ok) return stored
    const projectId = newId()
    return await refusableTransaction<ProjectShape>(db, async (tx) => {
      const refusal = await limitRefusal(tx, userId, { limits, cards })
      if (refusal) return failure(refusal)
      await writeProject(tx, { userId, projectId }, { file, ids, ...stored.value })
      await deps.checkpoint('before-final-commit')
      const project = await findProject(tx, userId, projectId)
      return project ? success(project) : failure({ code: 'not-found' })
    })
  } finally {
    zip.close()
  }
}
