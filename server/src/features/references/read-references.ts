import { inArray } from 'drizzle-orm'
import type { NamedReference } from '#domain/generation/references.ts'
import type { Database } from '../../db/database.ts'
import { generatedImages } from '../../db/schema/generations.ts'
import { uploads } from '../../db/schema/uploads.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { ProviderError, type Reference } from '../../providers/provider.ts'
import type { Storage } from '../../storage/storage.ts'
import { uploadAttempt } from '../uploads/store-upload.ts'

/** Where the originals of uploads and images lie, by their ids; what is gone is left out. */
async function originalKeys(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const images = await db
    .select({ id: generatedImages.id, key: generatedImages.storageKey })
    .from(generatedImages)
    .where(inArray(generatedImages.id, [...ids]))
  const uploaded = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(inArray(uploads.id, [...ids]))
  return new Map([
    ...images.flatMap(({ id, key }) => (key === null ? [] : [[id, key] as const])),
    ...uploaded.map(({ id }) => [id, originalKey(id, uploadAttempt)] as const),
  ])
}

/**
 * The pictures themselves, in their order. One that a style brought along and that is gone by now is left out.
 * @throws ProviderError when one is gone that the request named.
 */
export async function readReferences(
  { db, storage }: { db: Database; storage: Storage },
  references: readonly NamedReference[],
): Promise<Reference[]> {
  if (references.length === 0) return []
  const keys = await originalKeys(
    db,
    references.map(({ id }) => id),
  )
  const read = await Promise.all(
    references.map(async ({ id, role, from }): Promise<Reference[]> => {
      const key = keys.get(id)
      const bytes = key === undefined ? null : await storage.get(key)
      if (bytes) return [{ bytes, role }]
      if (from === 'style') return []
      throw new ProviderError('invalid', 'A picture that this one is made from is missing.')
    }),
  )
  return read.flat()
}
