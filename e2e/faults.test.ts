import { describe, it } from 'vitest'
import { faultPlans } from './drills/faults/faults.ts'
import { tryFault } from './drills/faults/try-fault.ts'
import { MissingPart } from './drills/faults/world.ts'

const load = { people: 3, seconds: 4, pauseMs: 2_000 }
/** Seconds of each: one breaks the database, one the disk. `npm run bench:faults` has all of them, for minutes. */
const quick = ['PostgreSQL: connections cut every 3 s', 'disk full']

describe.concurrent('two web and two worker processes, while people generate', { timeout: 240_000 }, () => {
  for (const plan of faultPlans.filter(({ name }) => quick.includes(name)))
    it(`lose nothing, duplicate nothing and leave no file behind: ${plan.name}`, async ({ skip, expect }) => {
      const findings = await tryFault(plan, load).catch((error: unknown) => {
        if (error instanceof MissingPart) return null
        throw error
      })
      if (!findings) return skip('This machine can’t mount a disk of its own.')
      const { accepted, completed, failed, ...mustBeNone } = findings
      expect(completed + failed).toBe(4 * accepted)
      expect(mustBeNone).toEqual({
        fault: plan.name,
        lost: 0,
        unfinished: 0,
        doubled: 0,
        undecodable: 0,
        unnamed: 0,
        ledger: 0,
        reportedWrong: 0,
        orphans: 0,
        missing: 0,
      })
    })
})
