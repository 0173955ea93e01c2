import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../db/database.ts'
import { migrateOrCheck } from '../db/migrate.ts'
import { EnvError, readEnv } from '../env.ts'
import { Misuse } from './admin-context.ts'
import { runCommand } from './commands.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs on the server's own database, beside a server or without one. */
async function run(): Promise<void> {
  const env = readEnv(process.env)
  const quiet = { info: () => undefined, warn: (message: string) => void process.stderr.write(`${message}\n`) }
  const postgres = env.DATABASE_URL ? null : await openEmbeddedPostgres({ dataDir: env.DATA_DIR, log: quiet })
  try {
    const connectionString = env.DATABASE_URL ?? postgres?.connectionString ?? ''
    const direct = env.DATABASE_URL_ADMIN ?? env.DATABASE_URL_DIRECT ?? connectionString
    await migrateOrCheck(direct)
    const database = openDatabase(connectionString, { connections: 2, onError: (error) => quiet.warn(error.message) })
    try {
      const { lines, outcome } = await runCommand(
        { db: database.system, env, connectionString: direct, say },
        process.argv.slice(2),
      )
      for (const line of lines) say(line)
      if (outcome === 'failed') process.exitCode = 1
    } finally {
      await database.close()
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  await run()
} catch (error) {
  if (!(error instanceof Misuse || error instanceof EnvError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
