import type { CheckpointName } from '#server/jobs/checkpoint.ts'
import { type Kill, runKillDrill } from './kill/drill.ts'

const places: readonly CheckpointName[] = [
  'request-committed',
  'job-claimed',
  'provider-answered',
  'file-written',
  'before-final-commit',
]

// 60 kills at random moments and 20 at the five worst places, while 40 generations are in flight.
const random = Array.from({ length: 60 }, (): Kill => ({ afterMs: 50 + Math.random() * 1_500 }))
const aimed = Array.from(
  { length: 20 },
  (_, index): Kill => ({ place: places[index % places.length] ?? 'job-claimed', arrival: 1 + (index % 4) }),
)
const kills = [...random, ...aimed].sort(() => Math.random() - 0.5)

const report = await runKillDrill({ kills, inFlight: 40 })
console.table(
  Object.entries(report).map(([what, count]) => ({
    what,
    count: Array.isArray(count) ? `${count.length} ${count.slice(0, 3).join(' ')}` : count,
  })),
)
const broken = [
  report.unfinished,
  report.unnamedFailures,
  report.jobsLeft,
  report.wrongImageCounts,
  report.generations - report.asked,
  report.held,
  report.paid - report.owed,
]
const lists = [report.doubledPrompts, report.undecodable, report.repeatedCalls, report.ledgerFaults, report.wronglyPaid]
if (broken.some((count) => count !== 0) || lists.some((list) => list.length > 0)) process.exitCode = 1
