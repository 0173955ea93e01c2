import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { readEnv } from '../env.ts'
import { makeSeedPictures } from './seed-pictures.ts'
import { findUser, seedProject } from './seed-project.ts'

/** A wrong call of the program, in one line. */
class Misuse extends Error {}

/** Standard output contains the result alone. */
const say = (line: string) => process.stderr.write(`${line}\n`)

const maxCards = 1_000_000
const usage = 'npm run seed -- --email ada@example.com --cards 1000 [--distinct]'

function readArguments() {
  const options = { email: { type: 'string' }, cards: { type: 'string' }, distinct: { type: 'boolean' } } as const
  const { values } = parseArgs({ options, strict: false })
  const cards = typeof values.cards === 'string' ? Number(values.cards) : Number.NaN
  if (typeof values.email !== 'string' || !Number.isInteger(cards) || cards < 1 || cards > maxCards)
    throw new Misuse(`Say whose project, and how many cards it gets: ${usage}`)
  return { email: values.email, cards, distinct: values.distinct === true ? ('each' as const) : ('some' as const) }
}

async function run(): Promise<void> {
  const { email, cards, distinct } = readArguments()
  const env = readEnv(process.env)
  if (env.S3_BUCKET !== undefined)
    throw new Misuse('Seeding writes to DATA_DIR, and pictures lie in S3 here: use another server.')
  const quiet = { info: () => undefined, warn: (message: string) => void say(message) }
  const postgres = env.DATABASE_URL ? null : await openEmbeddedPostgres({ dataDir: env.DATA_DIR, log: quiet })
  try {
    const connectionString = env.DATABASE_URL ?? postgres?.connectionString ?? ''
    await migrate(env.DATABASE_URL_ADMIN ?? env.DATABASE_URL_DIRECT ?? connectionString)
    const database = openDatabase(connectionString, {
      connections: 2,
      onError: (error) => void say(error.message),
    })
    try {
      const userId = await findUser(database.system, email)
      if (!userId) throw new Misuse(`There is no account with the address ${email}. Sign up first.`)
      const projectId = await seedProject({
        db: database.system,
        filesFolder: join(env.DATA_DIR, 'files'),
        userId,
        cards,
        pictures: await makeSeedPictures(Math.random, availableParallelism()),
        distinct,
        random: Math.random,
        onProgress: (done) => void say(`${done} of ${cards} cards`),
      })
      // Query plans are bad until PostgreSQL has statistics of the new rows.
      await database.system.execute(sql`analyze generations, generated_images, image_feedback`)
      process.stdout.write(`${JSON.stringify({ projectId, cards })}\n`)
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
  if (!(error instanceof Misuse)) throw error
  say(error.message)
  process.exitCode = 1
}
