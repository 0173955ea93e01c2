import { eq, isNotNull } from 'drizzle-orm'
import type { DescriptionBody, DescriptionShape } from '#contract/cards/description.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { searchText } from '#domain/search/search-text.ts'
import { findImage } from '#server/cards/find-image.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { imageDescriptions } from '../../db/schema/words.ts'
import { appendEvents } from '../../events/append-events.ts'
import { indexChangedPrompts } from '../assets/index-prompts.ts'

type OfImage = { readonly userId: UserId; readonly imageId: string }
type DescriptionRow = typeof imageDescriptions.$inferSelect

const present = ({ text, language, languageModel, createdAt }: DescriptionRow): DescriptionShape => ({
  text,
  language,
  languageModel,
  createdAt: createdAt.toISOString(),
})

const ofImage = (imageId: string) => eq(imageDescriptions.imageId, imageId)

/** Reads the description of an image of the user; null without one. */
export async function readDescriptionOf(
  db: Querier,
  { userId, imageId }: OfImage,
): AsyncResult<DescriptionShape | null> {
  if (!(await findImage(db, userId, imageId))) return failure({ code: 'not-found' })
  const [row] = await db.select().from(imageDescriptions).where(ofImage(imageId))
  return success(row ? present(row) : null)
}

type FoundImage = NonNullable<Awaited<ReturnType<typeof findImage>>>

/** Indexes the card of an image again, and reports the change. Comes last in its transaction. */
async function announce(tx: Transaction, userId: UserId, { image, projectId }: FoundImage): Promise<void> {
  await indexChangedPrompts(tx, [image.generationId])
  await appendEvents(tx, userId, [{ name: 'descriptions-changed', projectId, imageId: image.id }])
}

/** Finds an image of the user and locks its card, whose descriptions are indexed together. */
export async function lockCardOf(tx: Transaction, { userId, imageId }: OfImage): Promise<FoundImage | null> {
  const found = await findImage(tx, userId, imageId)
  if (found)
    await tx
      .select({ id: generations.id })
      .from(generations)
      .where(eq(generations.id, found.image.generationId))
      .for('no key update')
  return found
}

/**
 * Stores the description of an image, in a transaction in which nothing is locked afterwards. @param of `model`: one that the user wrote
 * stays. @returns Null where it stayed.
 */
export async function storeDescription(
  tx: Transaction,
  of: OfImage & { readonly by: 'user' | 'model' },
  { text, language = null, languageModel = null }: DescriptionBody,
): AsyncResult<DescriptionShape | null> {
  const { userId, imageId, by } = of
  const found = await lockCardOf(tx, of)
  if (!found) return failure({ code: 'not-found' })
  const row = { text, searchText: searchText(text), language, languageModel, createdAt: new Date() }
  const [stored] = await tx
    .insert(imageDescriptions)
    .values({ imageId, userId, ...row })
    .onConflictDoUpdate({
      target: imageDescriptions.imageId,
      set: row,
      ...(by === 'model' && { setWhere: isNotNull(imageDescriptions.languageModel) }),
    })
    .returning()
  if (!stored) return success(null)
  await announce(tx, userId, found)
  return success(present(stored))
}

const userHasDescribed = {
  code: 'conflict',
  message: 'This image has a description by the person, which stays.',
} as const

/** Sets the description of an image in place of an older one. @param of `model`: refused where the user wrote the older one. */
export const setDescription = (
  db: UserDatabase,
  of: OfImage & { readonly by: 'user' | 'model' },
  body: DescriptionBody,
): AsyncResult<DescriptionShape> =>
  refusableTransaction<DescriptionShape>(db, async (tx) => {
    const stored = await storeDescription(tx, of, body)
    if (!stored.ok) return stored
    return stored.value ? success(stored.value) : failure(userHasDescribed)
  })

/** Removes the description of an image; idempotent. */
export const removeDescription = (db: UserDatabase, of: OfImage): AsyncResult<{ deleted: number }> =>
  refusableTransaction<{ deleted: number }>(db, async (tx) => {
    const found = await lockCardOf(tx, of)
    if (!found) return failure({ code: 'not-found' })
    const { rowCount } = await tx.delete(imageDescriptions).where(ofImage(of.imageId))
    if (rowCount) await announce(tx, of.userId, found)
    return success({ deleted: rowCount ?? 0 })
  })
