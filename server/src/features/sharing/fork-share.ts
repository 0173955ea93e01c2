import type { ProjectShape } from '#contract/project.ts'
import type { CardFileRecord, ProjectFile } from '#contract/project-file.ts'
import { failure, success } from '#domain/result.ts'
import { sharedCards } from '#domain/sharing/shared-cards.ts'
import type { Database } from '../../db/database.ts'
import { asTheServer } from '../../db/person-scope.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { markUnused } from '../files/unused-files.ts'
import type { PersonLimits } from '../limits/person-limits.ts'
import { findProject } from '../projects/project-rows.ts'
import { type Refusable, refusableTransaction } from '../refusal.ts'
import { readHiddenNames } from '../series/hidden-names.ts'
import { type FoundPicture, findPictures } from '../transfer/find-pictures.ts'
import { readProjectFile } from '../transfer/read-project-file.ts'
import { idsFor, keyOfNew, limitRefusal, writeProject } from '../transfer/write-project.ts'
import type { OpenShare } from './open-share.ts'

/** Files that are copied at a time: on a disk that is another name for them, in a bucket a call without the bytes. */
const copiesAtOnce = 8
/** A server that dies while it copies leaves files; they go after this. */
const abandonedAfterSeconds = 21_600

export type ForkDeps = {
  readonly db: Database
  readonly storage: Storage
  readonly limits: PersonLimits
  newId(): string
}

/**
 * A card as a visitor may have it: what the link shows, with the finished images. Neither the owner's opinion of them, nor
 * pictures that they brought along, nor what was asked for elsewhere in the project.
 */
function asShown(card: CardFileRecord, parent: Pick<CardFileRecord, 'parentGenerationId' | 'parentImageId'>) {
  const images = card.images.filter(({ file }) => file !== null).map((image) => ({ ...image, feedback: [] }))
  return { ...card, ...parent, images, conversationHistory: [], isCollapsed: false }
}

/** What a link shows, in the form of an exported project. */
function shownFile(file: Omit<ProjectFile, 'view'>, share: OpenShare): ProjectFile {
  const nodes = file.cards.map((card) => ({
    id: card.id,
    parentId: card.parentGenerationId,
    parentImageId: card.parentImageId,
    card,
  }))
  const cards = sharedCards(nodes, share.generationId).map(({ card, parentId, parentImageId }) =>
    asShown(card, { parentGenerationId: parentId, parentImageId }),
  )
  const shown = new Set(cards.flatMap(({ images }) => images.map(({ id }) => id)))
  const among = (ids: readonly string[]) => ids.filter((id) => shown.has(id))
  return {
    ...file,
    view: null,
    uploads: [],
    cards: cards.map((card) => ({
      ...card,
      imagePrompts: among(card.imagePrompts),
      styleReferences: among(card.styleReferences),
      style: card.style && { ...card.style, referenceIds: among(card.style.referenceIds) },
    })),
  }
}

/** Copies the files; those noted for removal meanwhile are taken back when the rows are there. */
async function copyPictures(
  { db, storage }: ForkDeps,
  pictures: readonly FoundPicture[],
  ids: ReadonlyMap<string, string>,
): Promise<string[]> {
  const copies = pictures.flatMap((picture) => {
    const id = ids.get(picture.id)
    return id ? [{ from: picture.key, id }] : []
  })
  const keys = copies.flatMap(({ id }) => keysOfImage(id, 1))
  await markUnused(db, keys, { afterSeconds: abandonedAfterSeconds })
  await inParallel(copies, copiesAtOnce, ({ from, id }) => storage.copy(from, keyOfNew(id)))
  return keys
}

/**
 * Copies what a link shows into a new project of whoever asks, with its tree. Both go their own ways from then on: each has
 * files of its own.
 */
export async function forkShare(
  deps: ForkDeps,
  { share, userId }: { readonly share: OpenShare; readonly userId: string },
): Refusable<ProjectShape> {
  if (!share.showsPrompts)
    return failure({ code: 'impossible', message: 'This link does not show prompts, so that nothing can be copied.' })
  const { db, limits, newId } = deps
  const from = { userId: share.userId, projectId: share.projectId, title: share.title }
  // Somebody else's project, which the link has opened; only what it shows goes further.
  const whole = await asTheServer(() => db.transaction((tx) => readProjectFile(tx, from)))
  const file = shownFile(whole, share)
  const hidden = await asTheServer(() => readHiddenNames(db, share))
  // Its record and the pictures themselves would tell.
  if (file.cards.some(({ id }) => hidden.has(id)))
    return failure({
      code: 'impossible',
      message: 'A race among these cards hides its models until it has a winner. Copy them then.',
    })
  const cards = file.cards.length
  const full = await db.transaction((tx) => limitRefusal(tx, userId, { limits, cards }))
  if (full) return failure(full)
  const ids = idsFor(file, newId)
  const found = await asTheServer(() => findPictures(db, share.userId, share.projectId))
  const keys = await copyPictures(deps, found, ids)
  const projectId = newId()
  return refusableTransaction<ProjectShape>(db, async (tx) => {
    const refusal = await limitRefusal(tx, userId, { limits, cards })
    if (refusal) return failure(refusal)
    const pictures = new Map(found.map(({ id, picture }) => [id, picture]))
    await writeProject(tx, { userId, projectId }, { file, ids, pictures, keys })
    const project = await findProject(tx, userId, projectId)
    return project ? success(project) : failure({ code: 'not-found' })
  })
}
