import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { countFiles } from '#server/admin/check-files.ts'
import { openDatabase, type SystemDatabase } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { openStorage } from '#server/start/open-storage.ts'
import { inspectAfterwards } from '../kill/findings.ts'
import type { FaultPlan } from './faults.ts'
import { createPerson, type Person } from './person.ts'
import { openWorld } from './world.ts'

/** The findings after a fault. All but the first three numbers must be 0. */
export type FaultFindings = {
  readonly fault: string
  readonly accepted: number
  readonly completed: number
  /** Failed images, each with the name of a failure. */
  readonly failed: number
  /** Accepted, and missing. */
  readonly lost: number
  readonly unfinished: number
  readonly doubled: number
  readonly undecodable: number
  readonly unnamed: number
  /** Broken rules of the ledger, wrongly paid pictures, hundredths held or paid wrongly. */
  readonly ledger: number
  /** Images whose last event differs from their row. */
  readonly reportedWrong: number
  /** Files that no row names, and files that a row names and that are missing. */
  readonly orphans: number
  readonly missing: number
}

export type FaultLoad = {
  readonly people: number
  readonly seconds: number
  /** Mean time between two generations of one person. */
  readonly pauseMs: number
}

/** The time limit for every accepted generation to end after the fault. */
const timeLimitMs = 300_000
/** By then the last event has been read, also by a stream that was cut just then. */
const lastEventMs = 5_000
const dayMs = 86_400_000

async function untilAllEnded(db: SystemDatabase): Promise<void> {
  const until = performance.now() + timeLimitMs
  for (;;) {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from generated_images where status in ('queued', 'running')`,
    )
    if (Number(rows[0]?.count) === 0 || performance.now() > until) return
    await wait(200)
  }
}

async function lookAround(
  db: SystemDatabase,
  { diary, variables }: { diary: string; variables: Readonly<Record<string, string>> },
) {
  const storage = await openStorage(readEnv(variables))
  try {
    const found = await inspectAfterwards({ db, storage, diary })
    // Two days on, so that nothing is too young to be called an orphan.
    const files = await countFiles({ db }, storage, { sweep: 'leave', now: Date.now() + 2 * dayMs })
    return { found, files }
  } finally {
    storage.close()
  }
}

async function compareWithPeople(db: SystemDatabase, people: readonly Person[]) {
  const { rows } = await db.execute<{ id: string; status: string; prompt: string }>(
    sql`select images.id, images.status, generations.prompt from generated_images images join generations on generations.id = generation_id`,
  )
  const prompts = new Set(rows.map(({ prompt }) => prompt))
  const reported = new Map(people.flatMap((person) => [...person.reported]))
  const accepted = people.flatMap((person) => person.accepted)
  return {
    accepted: accepted.length,
    lost: accepted.filter((prompt) => !prompts.has(prompt)).length,
    reportedWrong: rows.filter(({ id, status }) => reported.get(id) !== status).length,
  }
}

/**
 * Compares the received events with what is stored, as soon as both are the same, or when the last event must have
 * arrived.
 */
async function compareAtLast(db: SystemDatabase, people: readonly Person[]): ReturnType<typeof compareWithPeople> {
  const until = performance.now() + lastEventMs
  for (;;) {
    const compared = await compareWithPeople(db, people)
    if (compared.reportedWrong === 0 || performance.now() > until) return compared
    await wait(100)
  }
}

/** Runs one fault, from an empty database to the end of everything that was requested. @throws MissingPart */
export async function tryFault(plan: FaultPlan, load: FaultLoad): Promise<FaultFindings> {
  const world = await openWorld(plan)
  const database = openDatabase(world.postgres.connectionString, { connections: 4, onError: () => undefined })
  const state = { asks: true, follows: true }
  let following: Promise<unknown> = Promise.resolve()
  try {
    const origin = world.url
    const people: Person[] = []
    // One after the other: hashing fifty passwords at once would be a fault of its own.
    for (let at = 0; at < load.people; at++)
      people.push(await createPerson(`person${at}`, { address: world.proxy.url, origin }))
    const asking = people.map((person) => person.keepAsking(() => state.asks, load.pauseMs))
    following = Promise.all(people.map((person) => person.follow(() => state.follows)))
    await plan.run(world, load.seconds * 1_000)
    state.asks = false
    await Promise.all(asking)
    await untilAllEnded(database.system)
    const compared = await compareAtLast(database.system, people)
    state.follows = false
    const { found, files } = await lookAround(database.system, world)
    return {
      fault: plan.name,
      completed: found.completed,
      failed: found.failed.length,
      ...compared,
      unfinished: found.unfinished + found.jobsLeft,
      doubled: found.doubledPrompts.length + found.wrongImageCounts,
      undecodable: found.undecodable.length,
      unnamed: found.unnamedFailures,
      ledger: found.ledgerFaults.length + found.wronglyPaid.length + Math.abs(found.paid - found.owed) + found.held,
      orphans: files.orphans,
      missing: files.missing.length,
    }
  } finally {
    state.asks = false
    state.follows = false
    await database.close()
    await world.stop()
    await following
  }
}

/** Whether all findings are as required. */
export const isWhole = ({ fault, accepted, completed, failed, ...counts }: FaultFindings): boolean =>
  Object.values(counts).every((count) => count === 0)
