import type { UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import type { Log } from '#server/operations/log.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import { readWorkflowModels } from '../workflows/workflow-rows.ts'
import { readAddedModels } from './connection-rows.ts'

/** The models that were added in the app in this process: those of added providers, and workflows. */
export type AddedModels = {
  /** Reads them again; one call that waits answers all that came meanwhile. */
  reload(): Promise<void>
  /**
   * Reads them again where one of these names is no model that this process lets the user ask for: another process, or this one a
   * moment ago, may have changed that. Outside of a transaction: it takes a connection of its own.
   */
  catchUp(userId: UserId, named: readonly (string | undefined)[]): Promise<void>
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

  function isUnknown(userId: UserId, named: string | undefined): boolean {
    if (named === undefined) return false
    const model = registry.findFor(userId, named)
    if (!model) return true
    return Boolean((model.connection || model.workflow) && model.isHidden && !model.retired)
  }

  return {
    async catchUp(userId, named) {
      if (named.some((each) => isUnknown(userId, each))) await this.reload()
    },
    reload() {
      if (!current) {
        current = read().finally(() => {
          current = null
        })
        return current
      }
      // The models that are being read now may be older than the change.
      next ??= current.then(() => {
        next = null
        return this.reload()
      })
      return next
    },
  }
}
