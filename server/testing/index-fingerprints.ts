import { expect, vi } from 'vitest'
import { runOnce } from '#server/background/runner.ts'
import { fingerprintQueue } from '#server/db/schema/fingerprints.ts'
import { fingerprintTask } from '#server/features/similar-images/index-fingerprints.ts'
import { createThumbnailer } from '#server/pictures/thumbnailer.ts'
import { type LocalTools, noLocalTools } from '#server/providers/local/onnx/local-tools.ts'
import type { TestServer } from './test-server.ts'
import { unlimited } from './unlimited.ts'

/** Indexes all queued images, and waits for those that the server's own worker is indexing. */
export async function indexFingerprints(
  { database: { system: db }, storage }: Pick<TestServer, 'database' | 'storage'>,
  localTools: Pick<LocalTools, 'features'> = noLocalTools,
): Promise<void> {
  await runOnce(fingerprintTask({ db, thumbnailer: createThumbnailer(storage, unlimited), localTools }))
  await vi.waitFor(async () => expect(await db.select().from(fingerprintQueue)).toEqual([]), { timeout: 10_000 })
}
