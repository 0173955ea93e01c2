import type { BackgroundTask } from '#server/background/runner.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import { forgetOldProgress, lockInstallations } from './installation-rows.ts'
import type { ModelFolder } from './model-folder.ts'

/** Unfinished downloads are kept for a week after their last byte. */
const keptMs = 7 * 86_400_000

/** Removes parts and files of downloads that were not gone on with for a week. */
export const sweepPartsTask = (db: SystemDatabase, folder: ModelFolder, now = Date.now): BackgroundTask => ({
  name: 'parts of local models',
  everyMs: 3_600_000,
  async run() {
    const removed = await db.transaction(async (tx) => {
      // A model that is finished meanwhile would be recorded with files that are removed.
      await lockInstallations(tx)
      return folder.sweep(now() - keptMs)
    })
    if (removed > 0) await forgetOldProgress(db, new Date(now() - keptMs))
  },
})
