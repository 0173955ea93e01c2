import { and, desc, eq, inArray } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Model } from '#domain/models/model.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import {
  maxNamedReferences,
  referenceNamesIn,
  type SentPictures,
  type SentReference,
  withReferencePictures,
} from '#domain/prompt/named-reference.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import { namedReferences, referenceVersions } from '../../db/schema/words.ts'
import { markPicturesThatAreOwn } from './own-pictures.ts'

/** The user's references that a prompt names, in its order, each in its newest version with all of its pictures. */
async function referencesNamedIn(tx: Transaction, userId: UserId, prompt: string): Promise<SentReference[]> {
  const names = referenceNamesIn(prompt)
  if (names.length === 0) return []
  const rows = await tx
    .selectDistinctOn([namedReferences.id], {
      nameKey: namedReferences.nameKey,
      name: namedReferences.name,
      kind: namedReferences.kind,
      versionId: referenceVersions.id,
      imageIds: referenceVersions.imageIds,
      uploadIds: referenceVersions.uploadIds,
    })
    .from(namedReferences)
    .innerJoin(referenceVersions, eq(referenceVersions.referenceId, namedReferences.id))
    .where(and(eq(namedReferences.userId, userId), inArray(namedReferences.nameKey, names.map(nameKey))))
    .orderBy(namedReferences.id, desc(referenceVersions.createdAt), desc(referenceVersions.id))
  const byKey = new Map(rows.map((row) => [row.nameKey, row]))
  return names.flatMap((name) => {
    const row = byKey.get(nameKey(name))
    if (!row) return []
    const { kind, versionId, imageIds, uploadIds } = row
    return [{ name: row.name, kind, versionId, pictureIds: [...imageIds, ...uploadIds] }]
  })
}

/**
 * Adds the pictures of the references that a prompt names to those that are given, as far as the model takes pictures. One that
 * is gone is left out. Refuses a prompt that names more references than a card has.
 */
export async function withNamedReferences(
  tx: Transaction,
  { userId, prompt, model }: { readonly userId: UserId; readonly prompt: string; readonly model: Model },
  given: Omit<SentPictures, 'references'>,
): AsyncResult<SentPictures> {
  const named = await referencesNamedIn(tx, userId, prompt)
  if (named.length === 0) return success({ ...given, references: [] })
  if (named.length > maxNamedReferences)
    return failure({
      code: 'impossible',
      message: `A prompt names at most ${maxNamedReferences} references. Take some of its ${named.length} names out.`,
    })
  const own = await markPicturesThatAreOwn(
    tx,
    userId,
    named.flatMap(({ pictureIds }) => pictureIds),
  )
  const there = named.map((reference) => ({
    ...reference,
    pictureIds: reference.pictureIds.filter((id) => own.has(id)),
  }))
  return success(
    withReferencePictures(there, given, model.capabilities.supportsImagePrompts ? model.mostImagePrompts : 0),
  )
}
