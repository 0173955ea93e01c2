import { describe, expect, it } from 'vitest'
import { runKillDrill } from './drills/kill/drill.ts'
import { runImportDrill } from './drills/kill/import-drill.ts'

describe('kill -9 of the server, at the five checkpoints and at any moment', () => {
  it('loses nothing, duplicates nothing, and the ledger balances to the hundredth', async () => {
    const { asked, generations, completed, failed, paid, owed, ...rest } = await runKillDrill({
      // As many images as arrive at a checkpoint several times; `npm run bench:kill` has more.
      inFlight: 4,
      kills: [
        { place: 'request-committed', arrival: 2 },
        { place: 'job-claimed', arrival: 3 },
        { place: 'provider-answered', arrival: 2 },
        { place: 'file-written', arrival: 2 },
        { place: 'before-final-commit', arrival: 3 },
        { afterMs: 150 },
        { afterMs: 700 },
      ],
    })
    expect(generations).toBe(asked)
    expect(completed + failed.length).toBe(4 * asked)
    expect(rest).toMatchObject({
      unfinished: 0,
      unnamedFailures: 0,
      jobsLeft: 0,
      doubledPrompts: [],
      wrongImageCounts: 0,
      undecodable: [],
      repeatedCalls: [],
      ledgerFaults: [],
      wronglyPaid: [],
      held: 0,
    })
    expect(paid).toBe(owed)
    expect(paid).toBe(7 * completed)
  })
})

describe('kill -9 of the server while a project is imported', () => {
  it('leaves no row and no file of it, and the same import can be repeated', async () =>
    expect(
      await runImportDrill([
        { place: 'file-written', arrival: 1 },
        { place: 'file-written', arrival: 8 },
        { place: 'before-final-commit', arrival: 1 },
      ]),
    ).toEqual({
      rows: { projects: 1, cards: 2, images: 8 },
      orphans: [],
      leftOver: [],
      again: { status: 201, projects: 2 },
    }))
})
