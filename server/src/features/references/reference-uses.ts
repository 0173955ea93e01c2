import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { maxPromptsOfReference, type ReferenceUses, usesPerPage } from '#contract/prompts/reference-use.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { referenceNamesIn } from '#domain/prompt/named-reference.ts'
import { failure, success } from '#domain/result.ts'
import { type HidingDeps, readModelHider } from '#server/cards/hide-models.ts'
import { type RepeatableCard, repeatPrice } from '#server/cards/repeat-card.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import type { Querier } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { projects } from '../../db/schema/projects.ts'
import { namedReferences, referenceUses, referenceVersions, savedPrompts } from '../../db/schema/words.ts'
import { type PageEnd, readCursor, writeCursor } from '../page-cursor.ts'

/** Saved prompts that are read at once: some megabytes at most. */
const promptsAtOnce = 500

/** A reference of the user by its name and newest version; null where there is none. */
export async function findNewestVersion(
  db: Querier,
  userId: UserId,
  referenceId: string,
): Promise<{ readonly name: string; readonly versionId: string } | null> {
  const [newest] = await db
    .select({ name: namedReferences.name, versionId: referenceVersions.id })
    .from(namedReferences)
    .innerJoin(referenceVersions, eq(referenceVersions.referenceId, namedReferences.id))
    .where(and(eq(namedReferences.id, referenceId), eq(namedReferences.userId, userId)))
    .orderBy(desc(referenceVersions.createdAt), desc(referenceVersions.id))
    .limit(1)
  return newest ?? null
}

/** A card that names a reference. */
export type ReferenceUseRow = RepeatableCard & { readonly projectTitle: string; readonly versionId: string }

/** Cards of the user that name a reference, newest first; those in the trash, and in projects there, are left out. */
export function selectUses(
  db: Querier,
  { userId, referenceId, where, limit }: { userId: UserId; referenceId: string; where: SQL | undefined; limit: number },
): Promise<ReferenceUseRow[]> {
  const images = db.$count(generatedImages, sql`${generatedImages.generationId} = ${generations.id}`)
  return db
    .select({
      card: generations,
      count: sql<number>`${images}::integer`,
      projectTitle: projects.title,
      versionId: referenceUses.versionId,
    })
    .from(referenceUses)
    .innerJoin(generations, eq(generations.id, referenceUses.generationId))
    .innerJoin(projects, eq(projects.id, generations.projectId))
    .where(
      and(
        eq(referenceUses.referenceId, referenceId),
        eq(referenceUses.userId, userId),
        isNull(generations.deletedAt),
        isNull(projects.deletedAt),
        where,
      ),
    )
    .orderBy(desc(referenceUses.createdAt), desc(referenceUses.generationId))
    .limit(limit)
}

/** The user's saved prompts that name a reference, newest first. Read in parts, since names are told from addresses by rules. */
async function promptsNaming(db: Querier, userId: UserId, name: string): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  for (let offset = 0; found.length < maxPromptsOfReference; offset += promptsAtOnce) {
    const rows = await db
      .select({ id: savedPrompts.id, name: savedPrompts.name, text: savedPrompts.text })
      .from(savedPrompts)
      .where(and(eq(savedPrompts.userId, userId), sql`strpos(${savedPrompts.text}, '@') > 0`))
      .orderBy(desc(savedPrompts.createdAt), desc(savedPrompts.id))
      .limit(promptsAtOnce)
      .offset(offset)
    for (const { id, name: promptName, text } of rows)
      if (referenceNamesIn(text).some((each) => nameKey(each) === nameKey(name))) found.push({ id, name: promptName })
    if (rows.length < promptsAtOnce) break
  }
  return found.slice(0, maxPromptsOfReference)
}

const isAfter = ({ at, id }: PageEnd) =>
  sql`(${referenceUses.createdAt}, ${referenceUses.generationId}) < (${at}::timestamptz, ${id}::uuid)`

/** A page of the cards that name a reference, with the price of making each again, and the saved prompts that do. */
export async function listReferenceUses(
  deps: HidingDeps,
  { userId, referenceId, cursor }: { userId: UserId; referenceId: string; cursor: string | undefined },
): AsyncResult<ReferenceUses> {
  const { db } = deps
  const newest = await findNewestVersion(db, userId, referenceId)
  if (!newest) return failure({ code: 'not-found' })
  const after = readCursor(cursor)
  if (!after.ok) return after
  const where = after.value ? isAfter(after.value) : undefined
  const rows = await selectUses(db, { userId, referenceId, where, limit: usesPerPage + 1 })
  const page = rows.slice(0, usesPerPage)
  const { cards: hidden } = await readModelHider(deps, { userId, projectId: null })
  const own = await ownKeysOf(db, userId)
  const last = page.at(-1)?.card
  return success({
    items: page.map(({ projectTitle, versionId, ...repeated }) => ({
      generationId: repeated.card.id,
      projectId: repeated.card.projectId,
      projectTitle,
      prompt: repeated.card.writtenPrompt ?? repeated.card.prompt,
      versionId,
      isCurrent: versionId === newest.versionId,
      price: repeatPrice(repeated, { ...deps, userId, own, hidden }),
      createdAt: repeated.card.createdAt.toISOString(),
    })),
    nextCursor:
      last && rows.length > page.length ? writeCursor({ at: last.createdAt.toISOString(), id: last.id }) : null,
    savedPrompts: after.value ? [] : await promptsNaming(db, userId, newest.name),
  })
}
