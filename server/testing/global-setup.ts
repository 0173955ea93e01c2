import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { buildProcesses } from './build-processes.ts'
import { makeDataFolder } from './data-folder.ts'
import { databaseUrl } from './database-url.ts'
import { orderedProcesses } from './ordered-process.ts'

const ownerPassword = 'of tests alone'

/**
 * Before the first test: builds the programs that tests kill, and starts a PostgreSQL (TEST_DATABASE_URL, else an embedded one of
 * its own) with one migrated template database that test files clone. Returns the function that undoes it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // First: where sources can not be built, no PostgreSQL is left running.
  const ordered = orderedProcesses.map((name) => [`${name}-process`, `server/testing/${name}-process.ts`])
  const programs = { ...Object.fromEntries(ordered), admin: 'server/src/admin/main.ts' }
  project.provide('builtProcesses', await buildProcesses('killed-programs', programs))
  const server = process.env.TEST_DATABASE_URL ? externalServer(process.env.TEST_DATABASE_URL) : await embeddedServer()
  const template = `espalier_template_${process.pid}`
  // Named like the template. As in an installation, the superuser is exempt from row-level security.
  const owner = template
  // One round of hashing: each of some thousand connections would take 2 ms for the usual 4,096.
  await runSql(server.adminUrl, `set scram_iterations = 1; create role ${owner} login password '${ownerPassword}'`)
  await runSql(server.adminUrl, `create database ${template} owner ${owner}`)
  await migrate(databaseUrl(server.adminUrl, template, { user: owner, password: ownerPassword }))
  project.provide('testDatabases', { adminUrl: server.adminUrl, template, owner, ownerPassword })
  return async () => {
    try {
      await runSql(server.adminUrl, `drop database if exists ${template} with (force)`)
      // Fails where a test has left its database.
      await runSql(server.adminUrl, `drop role if exists ${owner}`)
    } finally {
      await server.stop()
    }
  }
}

type TestServer = { adminUrl: string; stop(): Promise<void> }

/** Its user must be allowed to create databases. */
const externalServer = (adminUrl: string): TestServer => ({ adminUrl, stop: async () => undefined })

async function embeddedServer(): Promise<TestServer> {
  const dataDir = await makeDataFolder('test')
  const log = { info: () => undefined, warn: (message: string) => process.stderr.write(`${message}\n`) }
  const postgres = await openEmbeddedPostgres({ dataDir, log, durability: 'none' })
  return {
    adminUrl: postgres.adminConnectionString,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function runSql(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
