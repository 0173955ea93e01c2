import { and, desc, eq, inArray } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Model } from '#domain/models/model.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { referenceNamesIn, type SentReference } from '#domain/prompt/named-reference.ts'
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

/** The pictures of a request, with those of the references in its words. */
export type SentPictures = {
  readonly imagePrompts: readonly string[]
  readonly styleReferences: readonly string[]
  readonly references: readonly SentReference[]
}

/**
 * Adds the pictures of the references that a prompt names to those that are given, as far as the model takes pictures. A picture that is
 * given anyhow takes no further room; one that is gone is left out.
 */
export async function withNamedReferences(
  tx: Transaction,
  { userId, prompt, model }: { readonly userId: UserId; readonly prompt: string; readonly model: Model },
  given: Omit<SentPictures, 'references'>,
): Promise<SentPictures> {
  const named = await referencesNamedIn(tx, userId, prompt)
  if (named.length === 0) return { ...given, references: [] }
  const own = await markPicturesThatAreOwn(
    tx,
    userId,
    named.flatMap(({ pictureIds }) => pictureIds),
  )
  const imagePrompts = [...given.imagePrompts]
  const styleReferences = [...given.styleReferences]
  const limit = model.capabilities.supportsImagePrompts ? model.mostImagePrompts : 0
  const references = named.map((reference) => {
    const list = reference.kind === 'look' ? styleReferences : imagePrompts
    const pictureIds = reference.pictureIds.filter((id) => {
      if (!own.has(id)) return false
      if (imagePrompts.includes(id) || styleReferences.includes(id)) return true
      if (imagePrompts.length + styleReferences.length >= limit) return false
      list.push(id)
      return true
    })
    return { ...reference, pictureIds }
  })
  return { imagePrompts, styleReferences, references }
}
