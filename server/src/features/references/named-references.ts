import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { ChangeReferenceBody, ReferenceBody, ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { maxListedVersions } from '#domain/prompt/named-reference.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { namedReferences, referenceVersions } from '../../db/schema/words.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { lockWords } from '../prompts/lock-words.ts'
import { hasInName } from '../prompts/name-pattern.ts'
import { noteWordsChanged } from '../prompts/note-words-changed.ts'
import { markOwnPicturesUsed } from './own-pictures.ts'

/** More than anyone finds a name for. */
const maxReferences = 1_000
/** The versions of one reference; a new one beyond them takes the place of the oldest. */
const maxVersions = 50

const notFound = failure({ code: 'not-found' } as const)

type Wanted = { readonly userId: UserId; readonly id?: string; readonly versions: number }

/** The references of a user by name, or one of them, with so many of the newest versions of each. */
async function readReferences(db: Querier, { userId, id, versions: limit }: Wanted): Promise<ReferenceShape[]> {
  const newest = db
    .select()
    .from(referenceVersions)
    .where(eq(referenceVersions.referenceId, namedReferences.id))
    .orderBy(desc(referenceVersions.createdAt), desc(referenceVersions.id))
    .limit(limit)
    .as('newest')
  const rows = await db
    .select({
      reference: namedReferences,
      version: {
        id: newest.id,
        imageIds: newest.imageIds,
        uploadIds: newest.uploadIds,
        createdAt: newest.createdAt,
      },
    })
    .from(namedReferences)
    .innerJoinLateral(newest, sql`true`)
    .where(and(eq(namedReferences.userId, userId), id === undefined ? undefined : eq(namedReferences.id, id)))
    .orderBy(asc(namedReferences.nameKey), desc(newest.createdAt), desc(newest.id))
  return [...Map.groupBy(rows, ({ reference }) => reference.id).values()].flatMap((versions) => {
    const [first] = versions
    if (!first) return []
    const { id, name, kind } = first.reference
    return [
      {
        id,
        name,
        kind,
        versions: versions.map(({ version }) => ({
          id: version.id,
          imageIds: [...version.imageIds],
          uploadIds: [...version.uploadIds],
          createdAt: version.createdAt.toISOString(),
        })),
      },
    ]
  })
}

/** All named references of a user, by name, with the newest versions of each: one reply has all of them. */
export const listReferences = (db: Querier, userId: UserId): Promise<ReferenceShape[]> =>
  readReferences(db, { userId, versions: maxListedVersions })

/** The names and kinds of the user's references whose names contain a query, in their order. */
export const listReferenceNames = (
  db: Querier,
  userId: UserId,
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<Pick<ReferenceShape, 'name' | 'kind'>[]> =>
  db
    .select({ name: namedReferences.name, kind: namedReferences.kind })
    .from(namedReferences)
    .where(and(eq(namedReferences.userId, userId), hasInName(namedReferences.nameKey, q)))
    .orderBy(asc(namedReferences.nameKey))
    .limit(limit)

/** Whether a reference is the user's. */
export const isOwnReference = async (db: Querier, userId: UserId, id: string): Promise<boolean> =>
  (await db.$count(namedReferences, and(eq(namedReferences.id, id), eq(namedReferences.userId, userId)))) > 0

/** A reference of the user with all of its versions. */
export async function findReference(tx: Querier, userId: UserId, id: string): AsyncResult<ReferenceShape> {
  const [found] = await readReferences(tx, { userId, id, versions: maxVersions })
  return found ? success(found) : notFound
}

/** The user's reference of a name, in any case of letters; null where there is none. */
async function findNamed(tx: Transaction, userId: UserId, name: string): Promise<{ id: string; name: string } | null> {
  const [found] = await tx
    .select({ id: namedReferences.id, name: namedReferences.name })
    .from(namedReferences)
    .where(and(eq(namedReferences.userId, userId), eq(namedReferences.nameKey, nameKey(name))))
  return found ?? null
}

const takenBy = (name: string): Refusal => ({
  code: 'conflict',
  message: `You have a reference '@${name}'. Choose another name.`,
})

/** Why a name can't be given; null where no other reference has it. */
async function nameRefusal(tx: Transaction, userId: UserId, name: string, ownId?: string): Promise<Refusal | null> {
  const other = await findNamed(tx, userId, name)
  return !other || other.id === ownId ? null : takenBy(other.name)
}

type Deps = { readonly db: UserDatabase; newId(): string }
type Pictures = { readonly imageIds: readonly string[]; readonly uploadIds: readonly string[] }

/** Adds a version; null where a picture is not the user's. */
async function addVersion(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  { userId, referenceId, imageIds, uploadIds }: Pictures & { readonly userId: UserId; readonly referenceId: string },
): Promise<'added' | 'missing'> {
  if (!(await markOwnPicturesUsed(tx, userId, [...imageIds, ...uploadIds]))) return 'missing'
  await tx.insert(referenceVersions).values({ id: deps.newId(), userId, referenceId, imageIds, uploadIds })
  await tx.execute(sql`delete from reference_versions where id in (
    select id from reference_versions where reference_id = ${referenceId}
    order by created_at desc, id desc offset ${maxVersions})`)
  return 'added'
}

type CreateReference = {
  readonly userId: UserId
  readonly body: ReferenceBody
  /** For a reference that has the name already. */
  readonly sameName: 'refused' | 'new-version'
  readonly idempotency: IdempotentRequest | null
}

/** Makes a named reference with its first version, once for each id or key; or gives the one of this name a new version. */
export function createReference(deps: Deps, input: CreateReference): AsyncResult<ReferenceShape> {
  const { userId, idempotency, sameName } = input
  const { name, kind, id: givenId = deps.newId(), ...pictures } = input.body
  return refusableTransaction<ReferenceShape>(deps.db, async (tx) => {
    const find = (referenceId: string) => findReference(tx, userId, referenceId)
    const existing = sameName === 'new-version' ? await findNamed(tx, userId, name) : null
    const id = existing?.id ?? givenId
    const create = async (): AsyncResult<ReferenceShape> => {
      await lockWords(tx, userId)
      const named = await findNamed(tx, userId, name)
      if (named && named.id !== existing?.id) return failure(takenBy(named.name))
      if (existing) {
        // Another request has renamed or deleted it.
        if (!named) return notFound
        await tx.update(namedReferences).set({ kind }).where(eq(namedReferences.id, id))
      } else {
        if ((await tx.$count(namedReferences, eq(namedReferences.userId, userId))) >= maxReferences)
          return failure({
            code: 'impossible',
            message: `You have ${maxReferences.toLocaleString('en')} references. Delete one first.`,
          })
        await tx.insert(namedReferences).values({ id, userId, name, nameKey: nameKey(name), kind })
      }
      const added = await addVersion(tx, deps, { userId, referenceId: id, ...pictures })
      if (added === 'missing') return notFound
      await noteWordsChanged(tx, userId, 'references')
      return find(id)
    }
    return createOnce(tx, { userId, idempotency, id }, { create, repeat: find })
  })
}

/** Renames a reference, changes its kind, or gives it a new version. */
export function changeReference(
  deps: Deps,
  { userId, id, body }: { readonly userId: UserId; readonly id: string; readonly body: ChangeReferenceBody },
): AsyncResult<ReferenceShape> {
  const { name, kind, imageIds, uploadIds } = body
  return refusableTransaction<ReferenceShape>(deps.db, async (tx) => {
    await lockWords(tx, userId)
    const found = await findReference(tx, userId, id)
    if (!found.ok) return found
    const taken = name === undefined ? null : await nameRefusal(tx, userId, name, id)
    if (taken) return failure(taken)
    await tx
      .update(namedReferences)
      .set({
        name: name ?? found.value.name,
        nameKey: nameKey(name ?? found.value.name),
        kind: kind ?? found.value.kind,
      })
      .where(and(eq(namedReferences.id, id), eq(namedReferences.userId, userId)))
    if (imageIds || uploadIds) {
      const pictures = { imageIds: imageIds ?? [], uploadIds: uploadIds ?? [] }
      if ((await addVersion(tx, deps, { userId, referenceId: id, ...pictures })) === 'missing') return notFound
    }
    await noteWordsChanged(tx, userId, 'references')
    return findReference(tx, userId, id)
  })
}

/** Deletes a reference with its versions. Cards keep what was sent. */
export function deleteReference(
  db: UserDatabase,
  { userId, id }: { readonly userId: UserId; readonly id: string },
): AsyncResult<{ deleted: number; ids: string[] }> {
  return refusableTransaction(db, async (tx) => {
    const deleted = await tx
      .delete(namedReferences)
      .where(and(eq(namedReferences.id, id), eq(namedReferences.userId, userId)))
      .returning({ id: namedReferences.id })
    if (deleted.length === 0) return notFound
    await noteWordsChanged(tx, userId, 'references')
    return success({ deleted: deleted.length, ids: deleted.map((row) => row.id) })
  })
}
