import { setTimeout as wait } from 'node:timers/promises'
import { storagePauseMs } from '#domain/generation/storage-pause.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'

/** As long as a storage takes to be started again. Meanwhile the picture lies in memory, in a place where another could be made. */
const patienceMs = 60_000

/**
 * Stores a picture that is there, also where the storage is away for a while: made again, it might have to be paid again.
 * @param lost Ends the waiting.
 * @throws StorageFailure where the storage is away for longer.
 */
export async function storePicture(
  storage: Storage,
  { key, bytes }: { readonly key: string; readonly bytes: Uint8Array },
  lost: AbortSignal,
): Promise<void> {
  const until = performance.now() + patienceMs
  for (let failures = 1; ; failures++) {
    lost.throwIfAborted()
    try {
      return await storage.put(key, bytes)
    } catch (error) {
      if (!(error instanceof StorageFailure) || performance.now() > until) throw error
      await wait(storagePauseMs(failures), undefined, { signal: lost })
    }
  }
}
