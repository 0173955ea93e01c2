import type { Database } from '../../db/database.ts'
import { markPicture } from '../../pictures/picture-record.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { readDigitalSource } from '../provenance/digital-source.ts'

type MarkDeps = {
  readonly db: Database
  readonly registry: Pick<ModelRegistry, 'find'>
  readonly storage: Storage
}

/** An original for an archive. `isMarked`: its file has its mark already, or needs none. */
export type Original = { readonly imageId: string; readonly key: string; readonly isMarked: boolean }

/**
 * Streams an original with the mark of its digital source. One that was stored before files were marked is read as a whole.
 * @throws Error where its file is gone.
 */
export async function* readMarkedOriginal(
  deps: MarkDeps,
  { imageId, key, isMarked }: Original,
): AsyncGenerator<Uint8Array> {
  if (isMarked) return yield* deps.storage.read(key)
  const bytes = await deps.storage.get(key)
  if (!bytes) throw new Error(`The original of image ${imageId} is gone.`)
  yield await markPicture(bytes, await readDigitalSource(deps, imageId))
}
