import type { ProjectShape } from '#contract/board/project.ts'
import {
  type CardFileRecord,
  type ImageFileRecord,
  type ProjectFile,
  pictureName,
} from '#contract/board/project-file.ts'
import { storedMediaTypes } from '#contract/cards/upload.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { type AsyncResult, invalidFile, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, UserDatabase } from '../../db/database.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import { AdmissionRefused } from '../../operations/admission.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused } from '../files/unused-files.ts'
import { claimKey, findEarlier, type IdempotentRequest } from '../idempotency.ts'
import type { PersonLimits } from '../limits/person-limits.ts'
import { findProject } from '../projects/project-rows.ts'
import { type CopyText, recordOfCopy, type StoredPicture, sourcesOfCards, takeCopy } from './copied-picture.ts'
import { projectFileName } from './export-project.ts'
import { type OpenZip, openZip, type ZipBounds } from './open-zip.ts'
import { maxProjectFileBytes, parseProjectFile } from './parse-project-file.ts'
import { idsFor, limitRefusal, type PreparedProject, writeProject } from './write-project.ts'

/** A picture at 4K as PNG, with room; project.json has a bound of its own. Bytes. */
const maxEntryBytes = 200_000_000
const imagesPerCard = 16
const picturesAtOnce = 4
/** When files are removed that a server left by dying while it imported. */
const abandonedAfterSeconds = 21_600

export type ImportDeps = {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly registry: ModelRegistry
  readonly limits: PersonLimits
  readonly checkpoint: Checkpoint
  newId(): string
}

type ListedPicture = {
  readonly id: string
  /** Its name in the zip. */
  readonly name: string
  readonly of: 'upload' | { readonly card: CardFileRecord; readonly image: ImageFileRecord }
}

/** Every picture of the file. */
const picturesOf = ({ cards, uploads }: ProjectFile): ListedPicture[] => [
  ...uploads.map(({ id, file }) => ({ id, name: file, of: 'upload' as const })),
  ...cards.flatMap((card) =>
    card.images.flatMap((image) =>
      image.file === null ? [] : [{ id: image.id, name: image.file, of: { card, image } }],
    ),
  ),
]

type Importing = {
  readonly zip: OpenZip
  readonly cards: readonly CardFileRecord[]
  readonly listed: readonly ListedPicture[]
  readonly ids: ReadonlyMap<string, string>
  readonly work: OwnerWork
}

/** Stores the pictures, each under its new id, re-encoded. They are scheduled for removal until the rows are written. */
async function storePictures(
  deps: ImportDeps,
  { zip, cards, listed, ids, work }: Importing,
): Promise<Result<Pick<PreparedProject, 'pictures' | 'sources' | 'keys'>, Refusal>> {
  const sources = sourcesOfCards(cards, deps.registry)
  const missing = listed.find(({ name }) => zip.sizeOf(name) === null)
  if (missing) return failure(invalidFile(`The picture ${missing.name} is missing.`))
  const keys = listed.flatMap(({ id }) => keysOfImage(ids.get(id) ?? '', 1))
  await markUnused(deps.db, keys, { afterSeconds: abandonedAfterSeconds })
  const pictures = new Map<string, StoredPicture>()
  let refused: Refusal | null = null
  await inParallel(listed, picturesAtOnce, async ({ id, name, of }) => {
    if (refused) return
    work.signal?.throwIfAborted()
    const picture = await work.temporaryFiles.with(async ({ path, grow }) => {
      if (!grow(zip.sizeOf(name) ?? 0)) throw new AdmissionRefused('owner')
      const isWhole = await zip.extract(name, path).then(
        () => true,
        () => false,
      )
      if (!isWhole) return null
      const text: CopyText | null =
        of === 'upload'
          ? null
          : { record: recordOfCopy({ ...of, ids }, deps.registry), source: sources.get(of.card.id) ?? null }
      return takeCopy(deps, { path, id: ids.get(id) ?? '', text }, work.admit)
    })
    const isTaken = picture && (of !== 'upload' || storedMediaTypes.some((type) => type === picture.mediaType))
    if (!isTaken) {
      refused = invalidFile(`${name} is no picture that can be read.`)
      return
    }
    await deps.checkpoint('file-written')
    pictures.set(id, picture)
  })
  return refused ? failure(refused) : success({ pictures, sources, keys })
}

/** Reads the tree of the zip, without remembering what else it lists. */
async function readTree(path: string, bounds: ZipBounds, maxCards: number): Promise<Result<ProjectFile, Refusal>> {
  const opened = await openZip(path, bounds, { isKept: (name) => name === projectFileName, until: 'first' })
  if (!opened.ok) return opened
  const zip = opened.value
  try {
    const size = zip.sizeOf(projectFileName)
    if (size === null) return failure(invalidFile('This is no exported project: it holds no project.json.'))
    if (size > maxProjectFileBytes(maxCards)) return failure(invalidFile('project.json is too large.'))
    const text = await zip.stream(projectFileName).catch(() => null)
    if (!text) return failure(invalidFile('This is no exported project: the zip is broken.'))
    return await parseProjectFile(text, maxCards)
  } finally {
    zip.close()
  }
}

type ImportInput = {
  readonly userId: UserId
  readonly path: string
  readonly mostBytes: number
  readonly work: OwnerWork
  readonly idempotency: IdempotentRequest | null
}

async function imported(db: Querier, userId: UserId, projectId: string): AsyncResult<ProjectShape> {
  const project = await findProject(db, userId, projectId)
  return project ? success(project) : failure({ code: 'not-found' })
}

/**
 * Imports an exported project as a new one. Everything is checked, and every picture stored, before the first row is written;
 * then all rows come in one transaction: a partial import is never visible. @param input.path The path of the uploaded zip; it is
 * only read.
 */
export async function importProject(deps: ImportDeps, input: ImportInput): AsyncResult<ProjectShape> {
  const { db, limits, newId } = deps
  const { userId, path, work, idempotency } = input
  const earlier = await findEarlier(db, userId, idempotency)
  if (!earlier.ok) return earlier
  if (earlier.value) return imported(db, userId, earlier.value.resultId)
  const bounds = {
    // Twice as many as files: macOS adds one of its own to each.
    maxEntries: 2 * (limits.cards * imagesPerCard + 2),
    maxEntryBytes,
    mostBytes: input.mostBytes,
    isKnown: (name: string) => name === projectFileName || name === 'README.txt' || pictureName.safeParse(name).success,
  }
  const tree = await readTree(path, bounds, limits.cards)
  if (!tree.ok) return tree
  const file = tree.value
  const cards = file.cards.length
  const full = await db.transaction((tx) => limitRefusal(tx, userId, { limits, cards }))
  if (full) return failure(full)
  const ids = idsFor(file, newId)
  const listed = picturesOf(file)
  const names = new Set([projectFileName, ...listed.map(({ name }) => name)])
  const opened = await openZip(path, bounds, { isKept: (name) => names.has(name), until: 'end' })
  if (!opened.ok) return opened
  try {
    // README.txt and project.json beside the pictures.
    if (opened.value.fileCount > listed.length + 2)
      return failure(invalidFile('The file holds more pictures than its cards name.'))
    const stored = await storePictures(deps, { zip: opened.value, cards: file.cards, listed, ids, work })
    if (!stored.ok) return stored
    const projectId = newId()
    return await refusableTransaction<ProjectShape>(db, async (tx) => {
      const claimed = await claimKey(tx, userId, idempotency, projectId)
      if (!claimed.ok) return claimed
      // Another request of this key was faster; the pictures of this one are removed as unused.
      if (claimed.value !== projectId) return imported(tx, userId, claimed.value)
      const refusal = await limitRefusal(tx, userId, { limits, cards })
      if (refusal) return failure(refusal)
      await writeProject(tx, { userId, projectId }, { file, ids, ...stored.value })
      await deps.checkpoint('before-final-commit')
      return imported(tx, userId, projectId)
    })
  } finally {
    opened.value.close()
  }
}
