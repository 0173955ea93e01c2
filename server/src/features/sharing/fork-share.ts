import type { ProjectShape } from '#contract/board/project.ts'
import type { CardFileRecord, ProjectFile } from '#contract/board/project-file.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { cardRect } from '#domain/layout/card.ts'
import { liesIn } from '#domain/layout/frame-content.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { failure, success } from '#domain/result.ts'
import type { ShareScope } from '#domain/sharing/share-scope.ts'
import { sharedCards } from '#domain/sharing/shared-cards.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, SystemDatabase, UserDatabase } from '../../db/database.ts'
import { AdmissionRefused, type Admit } from '../../operations/admission.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import type { OwnerWork } from '../../operations/work-limits.ts'
import { keysOfImage } from '../../pictures/picture-keys.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { withMasks } from '../edits/edit-masks.ts'
import { markUnused } from '../files/unused-files.ts'
import { claimKey, findEarlier, type IdempotentRequest } from '../idempotency.ts'
import type { PersonLimits } from '../limits/person-limits.ts'
import { findProject } from '../projects/project-rows.ts'
import { copyStored, recordOfCopy, type StoredPicture, sourcesOfCards } from '../transfer/copied-picture.ts'
import { type FoundPicture, findPictures } from '../transfer/find-pictures.ts'
import { readProjectFile } from '../transfer/read-project-file.ts'
import { idsFor, limitRefusal, writeProject } from '../transfer/write-project.ts'
import type { OpenShare } from './open-share.ts'
import { shownItems } from './shared-items.ts'

/** The title of a copy of starred images, whose project's title the link does not show. */
const untitledCopy = 'Starred pictures'

/** Pictures that are copied at a time. */
const copiesAtOnce = 4
/** When files are removed that a server left by dying while it copied. */
const abandonedAfterSeconds = 21_600

export type ForkDeps = {
  /** The database of the user who copies. */
  readonly db: UserDatabase
  /** Reads what the link shows, which is another user's. */
  readonly system: SystemDatabase
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly registry: ModelRegistry
  readonly limits: PersonLimits
  newId(): string
}

/** The version of a named reference in a copy: that of its owner is another user's. */
const noVersion = '00000000-0000-0000-0000-000000000000'

/**
 * A card as a reviewer may copy it: what the link shows, with the finished images. Without the owner's feedback, their uploads,
 * and other parts of the project.
 */
function asShown(card: CardFileRecord, parent: Pick<CardFileRecord, 'parentGenerationId' | 'parentImageId'>) {
  // Descriptions are the owner's, to find their images by.
  const images = card.images
    .filter(({ file }) => file !== null)
    .map(({ description: _words, ...image }) => ({ ...image, feedback: [] }))
  // Words of before, and names of lists, are not shown.
  const { writtenPrompt: _written, improvedFrom: _before, references, ...shown } = card
  const named = references?.map((sent) => ({ ...sent, versionId: noVersion }))
  return {
    ...shown,
    ...parent,
    ...(named && { references: named }),
    images,
    conversationHistory: [],
    isCollapsed: false,
  }
}

/** A style as a link shows it: of a private one the title alone. */
const shownStyle = (
  style: NonNullable<CardFileRecord['style']>,
  among: (ids: readonly string[]) => string[],
): CardFileRecord['style'] => ({
  ...style,
  promptFragment: style.id === null ? '' : style.promptFragment,
  referenceIds: among(style.referenceIds),
})

/** The finished images with a star, numbered without those between them: how many were not chosen is not shown. */
const starredOf = ({ images }: CardFileRecord) =>
  images
    .filter(({ file, feedback }) => file !== null && feedback.includes('star'))
    .map((image, orderNum) => ({ ...image, orderNum }))

/** The cards of a frame, or those with starred images and these alone; else all, of which a branch is chosen by its tree. */
function cardsInScope(
  { cards, frames }: Pick<ProjectFile, 'cards' | 'frames'>,
  scope: ShareScope,
): readonly CardFileRecord[] {
  if (scope.kind === 'starred')
    return cards.map((card) => ({ ...card, images: starredOf(card) })).filter(({ images }) => images.length > 0)
  if (scope.kind !== 'frame') return cards
  const frame = frames.find(({ id }) => id === scope.frameId)
  return cards.filter(
    ({ canvasX: x, canvasY: y, isCollapsed }) => frame && liesIn(frame, cardRect({ x, y, isCollapsed })),
  )
}

/** The card without the images that the safety filter hides: a link shows them blurred, and a copy would be the picture itself. */
const withoutHidden = (card: CardFileRecord): CardFileRecord => ({
  ...card,
  images: card.images.filter(({ sensitive }) => sensitive !== 'hidden'),
})

/** The board of a link, in the form of an exported project. */
function shownFile(whole: Omit<ProjectFile, 'view'>, share: OpenShare): ProjectFile {
  const file = { ...whole, cards: whole.cards.map(withoutHidden) }
  const nodes = cardsInScope(file, share.scope).map((card) => ({
    id: card.id,
    parentId: card.parentGenerationId,
    parentImageId: card.parentImageId,
    card,
  }))
  const cards = sharedCards(nodes, share.scope.kind === 'branch' ? share.scope.generationId : null).map(
    ({ card, parentId, parentImageId }) => asShown(card, { parentGenerationId: parentId, parentImageId }),
  )
  const shown = new Set(cards.flatMap(({ images }) => images.map(({ id }) => id)))
  const among = (ids: readonly string[]) => ids.filter((id) => shown.has(id))
  return {
    ...file,
    view: null,
    uploads: [],
    ...shownItems(file, share.scope),
    cards: cards.map((card) => ({
      ...card,
      parentImageId: among(card.parentImageId === null ? [] : [card.parentImageId])[0] ?? null,
      edit: withMasks(card.edit, () => undefined),
      imagePrompts: among(card.imagePrompts),
      styleReferences: among(card.styleReferences),
      style: card.style && shownStyle(card.style, among),
    })),
  }
}

type Copying = {
  readonly found: readonly FoundPicture[]
  readonly file: ProjectFile
  readonly ids: ReadonlyMap<string, string>
  readonly sources: ReadonlyMap<string, DigitalSource | null>
  readonly admit: Admit
}

/**
 * Copies the pictures, each with a record of what the link shows and nothing else; their files are scheduled for removal until
 * the rows are written. Left out: missing files, and pictures that take more memory than there is.
 */
async function copyPictures(deps: ForkDeps, { found, file, ids, sources, admit }: Copying) {
  const stored = new Map(found.map((picture) => [picture.original.imageId, picture]))
  const copies = file.cards.flatMap((card) =>
    card.images.flatMap((image) => {
      const from = stored.get(image.id)
      const id = ids.get(image.id)
      return from && id ? [{ card, image, from, id }] : []
    }),
  )
  const keys = copies.flatMap(({ id }) => keysOfImage(id, 1))
  await markUnused(deps.db, keys, { afterSeconds: abandonedAfterSeconds })
  const pictures = new Map<string, StoredPicture>()
  await inParallel(copies, copiesAtOnce, async ({ card, image, from: { original, picture }, id }) => {
    const text = { record: recordOfCopy({ card, image, ids }, deps.registry), source: sources.get(card.id) ?? null }
    const from = { from: original.key, picture, id, text }
    const copied = await copyStored(deps, from, admit).catch((error: unknown) => {
      if (error instanceof AdmissionRefused && error.because === 'room') return null
      throw error
    })
    if (copied) pictures.set(image.id, copied)
  })
  return { pictures, keys }
}

/** The file without images whose pictures could not be copied. */
const withPictures = (file: ProjectFile, pictures: ReadonlyMap<string, StoredPicture>): ProjectFile => ({
  ...file,
  cards: file.cards.map((card) => ({
    ...card,
    parentImageId: card.parentImageId !== null && pictures.has(card.parentImageId) ? card.parentImageId : null,
    images: card.images.filter(({ id }) => pictures.has(id)),
  })),
})

async function readCopy(db: Querier, userId: UserId, projectId: string): AsyncResult<ProjectShape> {
  const project = await findProject(db, userId, projectId)
  return project ? success(project) : failure({ code: 'not-found' })
}

/**
 * Copies what a link shows into a new project of the caller, with its tree. The two are independent from then on: each has its
 * own files.
 */
export async function forkShare(
  deps: ForkDeps,
  {
    share,
    userId,
    work,
    idempotency,
  }: {
    readonly share: OpenShare
    readonly userId: UserId
    readonly work: OwnerWork
    readonly idempotency: IdempotentRequest | null
  },
): AsyncResult<ProjectShape> {
  if (!share.showsPrompts)
    return failure({ code: 'impossible', message: 'This link does not show prompts, so that nothing can be copied.' })
  if (!share.allowsCopies)
    return failure({ code: 'impossible', message: 'The owner of this link does not allow copies.' })
  const { db, system, limits, newId } = deps
  const earlier = await findEarlier(db, userId, idempotency)
  if (!earlier.ok) return earlier
  if (earlier.value) return readCopy(db, userId, earlier.value.resultId)
  const from = { userId: share.userId, projectId: share.projectId, title: share.title ?? untitledCopy }
  // Another user's project, which the link has opened; only what it shows is copied.
  const whole = await system.transaction((tx) => readProjectFile(tx, from))
  const file = shownFile(whole, share)
  const hidden = await readHiddenCards(system, share)
  // Its record and the pictures themselves would reveal the models.
  if (file.cards.some(({ id }) => hidden.has(id)))
    return failure({
      code: 'impossible',
      message: 'A race among these cards hides its models until it has a winner. Copy them then.',
    })
  const cards = file.cards.length
  const full = await db.transaction((tx) => limitRefusal(tx, userId, { limits, cards }))
  if (full) return failure(full)
  const ids = idsFor(file, newId)
  const found = await findPictures(system, share.userId, share.projectId)
  // Of the whole project: a branch may begin with an edit of a picture that the link does not show.
  const sources = sourcesOfCards(whole.cards, deps.registry)
  const { pictures, keys } = await copyPictures(deps, { found, file, ids, sources, admit: work.admit })
  const projectId = newId()
  return refusableTransaction<ProjectShape>(db, async (tx) => {
    const claimed = await claimKey(tx, userId, idempotency, projectId)
    if (!claimed.ok) return claimed
    // Another request of this key was faster; the pictures of this one are removed as unused.
    if (claimed.value !== projectId) return readCopy(tx, userId, claimed.value)
    const refusal = await limitRefusal(tx, userId, { limits, cards })
    if (refusal) return failure(refusal)
    await writeProject(tx, { userId, projectId }, { file: withPictures(file, pictures), ids, sources, pictures, keys })
    return readCopy(tx, userId, projectId)
  })
}
