import type { EngineOrder, EngineReport } from '../task.ts'

/** A child that begins and never comes to an end. */
process.once('disconnect', () => process.exit(0))
process.on('message', ({ id }: EngineOrder) => {
  process.send?.({ id, kind: 'progress', fraction: 0 } satisfies EngineReport)
})
