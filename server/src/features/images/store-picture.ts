import { setTimeout as wait } from 'node:timers/promises'
import { storagePauseMs } from '#domain/generation/storage-pause.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageFailure } from '../../storage/storage-failure.ts'

/** The time that a storage takes to restart. Meanwhile the picture is in memory and occupies a slot of the worker. */
const timeLimitMs = 60_000

/**
 * Stores a picture, with retries while the storage is unavailable: generating it again might cost again. @param lost Ends the
 * wait. @throws StorageFailure where the storage stays unavailable.
 */
export async function storePicture(
  storage: Storage,
  { key, bytes }: { readonly key: string; readonly bytes: Uint8Array },
  lost: AbortSignal,
): Promise<void> {
  const until = performance.now() + timeLimitMs
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
