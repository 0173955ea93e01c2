import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/database.ts'
import { openEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { createPerson } from './faults/person.ts'
import { inspectAfterwards } from './kill/findings.ts'
import type { Fault, KillServerSettings } from './kill/kill-server.ts'

/** `npm run bench:faults -- --seconds 180 --people 50 [--only pause]`: each fault while people generate, then what is left. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    people: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const program = fileURLToPath(new URL('./kill/kill-server.ts', import.meta.url))
const quiet = { info: () => undefined, warn: () => undefined }

type Member = { child: ChildProcess; readonly port: number; readonly settings: KillServerSettings }
type World = {
  readonly members: Member[]
  restart(member: Member): Promise<void>
  sql(text: string): Promise<unknown>
  cutMs: number | null
}

async function startMember(settings: KillServerSettings): Promise<Member> {
  const child = fork(program, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port, settings: { ...settings, port } }
}

/** A fault goes on for `forMs`; what it broke works again when the promise resolves. */
const faults: Readonly<Record<string, (world: World, forMs: number) => Promise<void>>> = {
  none: (_, forMs) => wait(forMs),
  'kill -9': async (world, forMs) => {
    for (let at = 0; at < 6; at++) {
      await wait(forMs / 6)
      const member = world.members[at % world.members.length] as Member
      member.child.kill('SIGKILL')
      await world.restart(member)
    }
  },
  'pause (SIGSTOP)': async ({ members }, forMs) => {
    members[0]?.child.kill('SIGSTOP')
    await wait(Math.min(40_000, forMs))
    members[0]?.child.kill('SIGCONT')
  },
  'database connections cut': async (world, forMs) => {
    const endAt = performance.now() + forMs
    while (performance.now() < endAt) {
      await world
        .sql(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'espalier%' and pid <> pg_backend_pid()`,
        )
        .catch(() => undefined)
      await wait(3_000)
    }
  },
  'event streams cut every 5 s': async (world, forMs) => {
    world.cutMs = 5_000
    await wait(forMs)
    world.cutMs = null
  },
  ...Object.fromEntries(
    (['provider-down', 'provider-slow', 'provider-lies', 'disk-full', 'disk-slow'] as const).map((fault: Fault) => [
      fault.replace('-', ': '),
      async ({ members }: World, forMs: number) => {
        for (const { child } of members) child.send({ fault })
        await wait(forMs)
        for (const { child } of members) child.send({ fault: null })
      },
    ]),
  ),
}

/** One fault from an empty database to the end of everything that was asked for. */
async function tryFault(name: string, run: (world: World, forMs: number) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-faults-'))
  const postgres = await openEmbeddedPostgres({ dataDir, log: quiet })
  const { connectionString } = postgres
  await migrate(connectionString)
  const database = openDatabase(connectionString, { connections: 4, onError: () => undefined })
  const settings = {
    connectionString,
    folder: join(dataDir, 'files'),
    diary: join(dataDir, 'diary'),
    port: 0,
    killAt: null,
  }
  const members = [await startMember(settings), await startMember(settings)]
  const world: World = {
    members,
    cutMs: null,
    async restart(member) {
      if (member.child.exitCode === null && member.child.signalCode === null) await once(member.child, 'exit')
      member.child = (await startMember(member.settings)).child
    },
    sql: (text) => database.db.execute(sql.raw(text)),
  }
  const ports = members.map(({ port }) => port)
  const people = await Promise.all(
    Array.from({ length: Number(values.people) }, (_, at) => createPerson(`person${at}`, ports)),
  )
  const state = { asks: true, follows: true }
  const asking = people.map((person) => person.keepAsking(() => state.asks))
  const following = people.map((person) =>
    person.follow(
      () => state.follows,
      () => world.cutMs,
    ),
  )
  await run(world, seconds * 1_000)
  state.asks = false
  await Promise.all(asking)
  const pending = async () =>
    Number(
      (
        await database.db.execute<{ count: string }>(
          sql`select count(*) from generated_images where status in ('queued', 'running')`,
        )
      ).rows[0]?.count,
    )
  const patientUntil = performance.now() + 180_000
  while ((await pending()) > 0 && performance.now() < patientUntil) await wait(200)
  await wait(1_500)
  state.follows = false

  const found = await inspectAfterwards({
    db: database.db,
    storage: await openDiskStorage(settings.folder),
    diary: settings.diary,
  })
  const rows = await database.db.execute<{ id: string; status: string; prompt: string }>(
    sql`select images.id, images.status, prompt from generated_images images join generations on generations.id = generation_id`,
  )
  const prompts = new Set(rows.rows.map(({ prompt }) => prompt))
  const told = new Map(people.flatMap((person) => [...person.told]))
  const accepted = people.flatMap((person) => person.accepted)
  for (const { child } of members) child.kill('SIGKILL')
  await Promise.all(following)
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
  return {
    fault: name,
    accepted: accepted.length,
    completed: found.completed,
    failed: found.failed.length,
    lost: accepted.filter((prompt) => !prompts.has(prompt)).length,
    unfinished: found.unfinished + found.jobsLeft,
    doubled: found.doubledPrompts.length + found.wrongImageCounts,
    undecodable: found.undecodable.length,
    unnamed: found.unnamedFailures,
    ledger: found.ledgerFaults.length + found.wronglyPaid.length + Math.abs(found.paid - found.owed) + found.held,
    'told wrong': rows.rows.filter(({ id, status }) => told.get(id) !== status).length,
  }
}

const table: Awaited<ReturnType<typeof tryFault>>[] = []
for (const [name, run] of Object.entries(faults))
  if (!values.only || name.includes(values.only)) {
    table.push(await tryFault(name, run))
    console.log(JSON.stringify(table.at(-1)))
  }
console.table(table)
const isBroken = table.some(
  (row) => row.lost + row.unfinished + row.doubled + row.undecodable + row.unnamed + row.ledger + row['told wrong'] > 0,
)
process.exit(isBroken ? 1 : 0)
