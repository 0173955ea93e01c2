import type { SystemDatabase } from '../../db/database.ts'
import type { Log } from '../../operations/log.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readWorkflowModels } from '../workflows/workflow-rows.ts'
import { readAddedModels } from './connection-rows.ts'

/** The models that were added in the app in this process: those of added providers, and workflows. */
export type AddedModels = {
  /** Reads them again; one call that waits answers all that came meanwhile. */
  reload(): Promise<void>
}

/**
 * Keeps the registry at what the database says: at the start, after each change of this process, and when another process has notified
 * of one. A failed reading leaves what was known.
 */
export function followAddedModels({
  db,
  registry,
  log,
}: {
  db: SystemDatabase
  registry: ModelRegistry
  log: Log
}): AddedModels {
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function read(): Promise<void> {
    try {
      registry.setAdded([...(await readAddedModels(db)), ...(await readWorkflowModels(db))])
    } catch (error) {
      log.warn({ err: error }, 'the models of added providers could not be read')
    }
  }

  return {
    reload() {
      if (!current) {
        current = read().finally(() => {
          current = null
        })
        return current
      }
      // What is being read now may be older than the change.
      next ??= current.then(() => {
        next = null
        return this.reload()
      })
      return next
    },
  }
}
