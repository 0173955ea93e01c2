import { inArray } from 'drizzle-orm'
import {
  type BringInForm,
  type BroughtInShape,
  broughtInShape,
  type RecordedPictureShape,
  type RefusedPictureShape,
} from '#contract/cards/brought-in.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { noModel } from '#domain/generation/origin.ts'
import { imageSeed } from '#domain/generation/seed.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { placeRow } from '#domain/layout/place-row.ts'
import { nearestShape } from '#domain/models/aspect-ratio.ts'
import { failure, success } from '#domain/result.ts'
import { selectGenerations } from '#server/cards/generation-rows.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Money } from '#server/models/money.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { appendEvents, type NewEvent } from '../../events/append-events.ts'
import type { Checkpoint } from '../../jobs/checkpoint.ts'
import { keysOfImage, originalKey } from '../../pictures/picture-keys.ts'
import type { Thumbnailer } from '../../pictures/thumbnailer.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { indexPrompts } from '../assets/index-prompts.ts'
import { markUsed } from '../files/unused-files.ts'
import { spaceOf } from '../generations/place-generation.ts'
import { claimKey, findEarlier, type IdempotentRequest, keepDetail, keyOfId, refuseTaken } from '../idempotency.ts'
import { cardRefusal, type PersonLimits } from '../limits/person-limits.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { projectChanged } from '../projects/project-changed.ts'

/** A brought-in image has no second attempt. */
export const onlyAttempt = 1
/** The longest prompt, in code points. */
const longestPrompt = 4_000

export type BringInDeps = {
  readonly db: UserDatabase
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly registry: ModelRegistry
  readonly money: Money
  readonly limits: PersonLimits
  readonly checkpoint: Checkpoint
  newId(): string
}

/** Pictures that are stored, in their order, and those that can't be. */
export type StoredPictures = {
  readonly images: readonly StoredImage[]
  readonly refused: RefusedPictureShape[]
  /** Files whose record is kept in the row of another image of the user. */
  readonly recorded?: RecordedPictureShape[]
}

export type BringInInput = {
  readonly userId: UserId
  readonly projectId: string
  readonly form: BringInForm
  readonly idempotency: IdempotentRequest | null
  /** Stores the pictures, where the request was not answered before. Their files are scheduled for removal until the rows are written. */
  store(): AsyncResult<StoredPictures>
}

/** A stored picture before its row is written. */
export type StoredImage = {
  readonly id: string
  /** A part of the prompt of its card. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly averageColor: string
  readonly mediaType: string
  readonly byteSize: number
  /** The file's statement about its making; null where it says nothing. */
  readonly note: string | null
}

type Card = { readonly id: string; readonly images: readonly StoredImage[] }

function cardsOf(images: readonly StoredImage[], { asCards, cardId }: BringInForm, newId: () => string): Card[] {
  const perCard = asCards === 'together' ? imagesPerGeneration : 1
  const count = Math.ceil(images.length / perCard)
  return Array.from({ length: count }, (_, place) => ({
    id: place === 0 && cardId !== undefined ? cardId : newId(),
    images: images.slice(place * perCard, (place + 1) * perCard),
  }))
}

/** The names of the images, each once. */
const promptOf = (images: readonly StoredImage[]) =>
  [...[...new Set(images.map(({ name }) => name))].join(', ')].slice(0, longestPrompt).join('')

async function insertCards(
  tx: Transaction,
  { userId, projectId }: Pick<BringInInput, 'userId' | 'projectId'>,
  placed: readonly { readonly card: Card; readonly place: Point }[],
): Promise<void> {
  const now = Date.now()
  // A millisecond apart, so that their order is kept.
  const createdAt = (place: number) => new Date(now + place)
  const rows = await tx
    .insert(generations)
    .values(
      placed.map(({ card: { id, images }, place }, index) => ({
        id,
        userId,
        projectId,
        prompt: promptOf(images),
        model: noModel,
        imagePrompts: [],
        conversationHistory: [],
        ...nearestShape(images[0] ?? null),
        rawMode: false,
        seed: 0,
        canvasX: place.x,
        canvasY: place.y,
        price: 0,
        createdAt: createdAt(index),
      })),
    )
    .returning()
  await indexPrompts(tx, rows)
  await tx.insert(generatedImages).values(
    placed.flatMap(({ card }, index) =>
      card.images.map(({ id, name: _name, note, ...picture }, orderNum) => ({
        id,
        userId,
        generationId: card.id,
        orderNum,
        status: 'completed' as const,
        seed: imageSeed(0, orderNum),
        ...picture,
        storageKey: originalKey(id, onlyAttempt),
        warnings: note === null ? [] : [note],
        createdAt: createdAt(index),
        completedAt: new Date(now),
      })),
    ),
  )
}

/** The parts of the reply to a repeated request. */
type Detail = { readonly ids: readonly string[] } & Pick<BroughtInShape, 'refused' | 'recorded'>

const isDetail = (value: unknown): value is Detail => typeof value === 'object' && value !== null && 'ids' in value

async function replyOf(
  deps: Omit<BringInDeps, 'db'> & { readonly db: UserDatabase | Transaction },
  userId: UserId,
  { ids, ...files }: Detail,
): Promise<BroughtInShape> {
  const found = ids.length === 0 ? [] : await selectGenerations(deps, userId, inArray(generations.id, [...ids]))
  const byId = new Map(found.map((generation) => [generation.id, generation]))
  return broughtInShape.parse({ generations: ids.flatMap((id) => byId.get(id) ?? []), ...files })
}

/** Refuses a project that is full, before its pictures are decoded and again when they are written. */
const fullProject = (
  tx: Transaction,
  deps: Pick<BringInDeps, 'limits'>,
  projectId: string,
  more: number,
): Promise<Refusal | null> => cardRefusal(tx, projectId, { most: deps.limits.cards, more })

/**
 * Writes the cards of stored pictures in a transaction of the caller. @returns Them, and their events: the caller appends those when it
 * locks nothing more.
 */
export async function insertBroughtIn(
  tx: Transaction,
  deps: Omit<BringInDeps, 'db'>,
  { userId, projectId, form, images }: Omit<BringInInput, 'idempotency' | 'store'> & Pick<StoredPictures, 'images'>,
): AsyncResult<{ readonly generations: BroughtInShape['generations']; readonly events: readonly NewEvent[] }> {
  const cards = cardsOf(images, form, deps.newId)
  if (!(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
  if (cards.length === 0) return success({ generations: [], events: [] })
  const full = await fullProject(tx, deps, projectId, cards.length)
  if (full) return failure(full)
  const { canvasX: x, canvasY: y } = form
  const wanted = x === undefined || y === undefined ? null : { x, y }
  const places = placeRow(wanted, cards.length, await spaceOf(tx, projectId))
  await insertCards(
    tx,
    { userId, projectId },
    cards.flatMap((card, index) => (places[index] ? [{ card, place: places[index] }] : [])),
  )
  await markUsed(
    tx,
    images.flatMap(({ id }) => keysOfImage(id, onlyAttempt)),
  )
  const ids = cards.map(({ id }) => id)
  const { generations: made } = await replyOf({ ...deps, db: tx }, userId, { ids, refused: [] })
  return success({
    generations: made,
    events: [
      ...made.map((generation) => ({
        name: 'generation-created' as const,
        ...generation,
        generationId: generation.id,
      })),
      await projectChanged(tx, userId, projectId),
    ],
  })
}

/**
 * Puts pictures on a canvas as cards without a parent, a model or a price. One that can't be stored is named with the reason, and the
 * others come in, all in one transaction. A repeated request gets the cards of the first.
 */
export async function bringIn(deps: BringInDeps, input: BringInInput): AsyncResult<BroughtInShape> {
  const { db, newId } = deps
  const { userId, projectId, form, idempotency } = input
  const earlier = await findEarlier(db, userId, idempotency)
  if (!earlier.ok) return earlier
  if (isDetail(earlier.value?.detail)) return success(await replyOf(deps, userId, earlier.value.detail))
  const { cardId } = form
  if (cardId !== undefined && idempotency?.key === keyOfId(cardId)) {
    // Keys are kept for a day, ids for ever.
    const first = await replyOf(deps, userId, { ids: [cardId], refused: [] })
    if (first.generations.length > 0) return success(first)
  }
  const full = await db.transaction((tx) => fullProject(tx, deps, projectId, 1))
  if (full) return failure(full)
  const stored = await input.store()
  if (!stored.ok) return stored
  const { images, refused, recorded = [] } = stored.value
  const files = { refused, ...(recorded.length > 0 && { recorded }) }
  return refusableTransaction<BroughtInShape>(db, async (tx) => {
    const resultId = newId()
    const claimed = await claimKey(tx, userId, idempotency, resultId)
    if (!claimed.ok) return claimed
    if (claimed.value !== resultId) {
      const first = await findEarlier(tx, userId, idempotency)
      if (!first.ok || !isDetail(first.value?.detail)) return failure({ code: 'conflict' })
      return success(await replyOf({ ...deps, db: tx }, userId, first.value.detail))
    }
    const inserted = await refuseTaken(() => insertBroughtIn(tx, deps, { userId, projectId, form, images }))
    if (!inserted.ok) return inserted
    const { generations: made, events } = inserted.value
    const detail: Detail = { ids: made.map(({ id }) => id), ...files }
    await keepDetail(tx, userId, { request: idempotency, detail })
    await appendEvents(tx, userId, events)
    if (made.length > 0) await deps.checkpoint('before-final-commit')
    return success({ generations: made, ...files })
  })
}
