import type { Database } from '../../db/database.ts'
import { startTicker } from '../../jobs/ticker.ts'
import type { Log } from '../../operations/log.ts'
import { indexMissingPrompts } from './index-prompts.ts'

/** New prompts are indexed with their generation: this is only for those that came otherwise. */
const everyMs = 3_600_000

/** Makes old prompts findable in the background. Answers what stops it. */
export function startIndexing({ db, log }: { db: Database; log: Log }): () => Promise<void> {
  const stopping = new AbortController()
  const run = () => indexMissingPrompts(db, stopping.signal)
  const indexer = startTicker({ everyMs, name: 'index prompts', log, run })
  return () => {
    stopping.abort()
    return indexer.stop()
  }
}
