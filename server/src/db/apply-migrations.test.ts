import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { describe, expect, it } from 'vitest'
import { blockingStatements } from '#server-testing/blocking-statements.ts'
import { statementsOf } from './apply-migrations.ts'

/** Migrations of releases before the rule, by their number: those are not edited. */
const olderMigrations = 54

describe('every migration since the rule', () => {
  it('keeps writers of an existing table waiting for no index and no check of all its rows', () => {
    const files = readMigrationFiles({ migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })
    const blocking = files
      .slice(olderMigrations)
      .flatMap(({ sql }, at) => blockingStatements(statementsOf(sql)).map((text) => `${olderMigrations + at}: ${text}`))
    expect(blocking).toEqual([])
  })
})

describe('the folder of migrations', () => {
  const meta = new URL('./migrations/meta/', import.meta.url)

  it('keeps the snapshot of the newest migration alone, from which the next one is written', () => {
    const { entries } = JSON.parse(readFileSync(new URL('_journal.json', meta), 'utf8')) as {
      entries: { tag: string }[]
    }
    const newest = entries.at(-1)?.tag.slice(0, 4)
    expect(readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))).toEqual([`${newest}_snapshot.json`])
  })
})

describe('blockingStatements', () => {
  it('finds an index that is built on an existing table in one go', () => {
    const index = 'CREATE INDEX "cards_age" ON "generations" USING btree ("created_at");'
    expect(blockingStatements([index])).toEqual([index])
    expect(blockingStatements([index.replace('INDEX', 'UNIQUE INDEX')])).toHaveLength(1)
  })

  it('passes an index that is built beside writers, and every index of a table of the same migration', () => {
    expect(blockingStatements(['CREATE INDEX CONCURRENTLY "cards_age" ON "generations" ("created_at");'])).toEqual([])
    const table = 'CREATE TABLE "tags" (\n\t"id" uuid PRIMARY KEY NOT NULL\n);'
    const key =
      'ALTER TABLE "tags" ADD CONSTRAINT "tags_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id");'
    expect(blockingStatements([table, key, 'CREATE INDEX "tags_user" ON "tags" USING btree ("user_id");'])).toEqual([])
  })

  it('finds a constraint that reads all rows of an existing table, unless it is checked later', () => {
    const foreign =
      'ALTER TABLE "generations" ADD CONSTRAINT "g" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id")'
    const unique = 'ALTER TABLE "generations" ADD CONSTRAINT "u" UNIQUE("seed");'
    expect(blockingStatements([foreign, unique])).toEqual([foreign, unique])
    expect(blockingStatements([`${foreign} NOT VALID;`])).toEqual([])
  })
})
