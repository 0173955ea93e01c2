import { inArray } from 'drizzle-orm'
import type { NamedReference } from '#domain/generation/references.ts'
import type { Database } from '../../db/database.ts'
import { generatedImages } from '../../db/schema/generations.ts'
import { uploads } from '../../db/schema/uploads.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { ProviderError, type Reference } from '../../providers/provider.ts'
import type { Storage } from '../../storage/storage.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'

/** The storage keys of the originals of uploads and images, by their ids; missing ones are left out. */
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
 * Reads reference pictures, in their order. A picture of a style is left out where it is gone, or beyond the bound. @param
 * mostBytes The most that all pictures together may take; applies to those of styles alone. @throws ProviderError when a picture
 * is gone that the request named.
 */
export async function readReferences(
  { db, storage }: { db: Database; storage: Storage },
  references: readonly NamedReference[],
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Reference[]> {
  if (references.length === 0) return []
  const keys = await originalKeys(
    db,
    references.map(({ id }) => id),
  )
  let left = mostBytes
  const read = await Promise.all(
    references.map(async ({ id, role, from }): Promise<Reference[]> => {
      const key = keys.get(id)
      const bytes = key !== undefined && (await fits(key)) ? await storage.get(key) : null
      if (bytes) return [{ bytes, role }]
      if (from === 'style') return []
      throw new ProviderError('invalid', 'A picture that this one is made from is missing.')
    }),
  )
  return read.flat()

  async function fits(key: string): Promise<boolean> {
    if (mostBytes === Number.POSITIVE_INFINITY) return true
    const size = (await storage.size(key)) ?? 0
    if (size > left) return false
    left -= size
    return true
  }
}
