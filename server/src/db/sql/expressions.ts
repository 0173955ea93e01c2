import { type SQL, sql } from 'drizzle-orm'
import { statusesOf } from '#domain/generation/status.ts'

/** A time as milliseconds since 1970. */
export const milliseconds = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000)::float8`

/** Whole numbers as one array value. */
export const integerArray = (numbers: Iterable<number>): SQL => sql`${`{${[...numbers].join(',')}}`}::int[]`

/** Ids as one array value. They contain nothing that needs quoting. */
export const uuidArray = (ids: Iterable<string>): SQL => sql`${`{${[...ids].join(',')}}`}::uuid[]`

/**
 * Whether all images of a generation have ended. @param options.uncertain `in-work`: an image whose request may still be
 * answered, within a day, counts as in work.
 */
export const hasEnded = (generationId: SQL, { uncertain }: { readonly uncertain: 'in-work' | 'ended' }): SQL => {
  const inWork = uncertain === 'in-work' ? statusesOf('in-work', 'uncertain') : statusesOf('in-work')
  return sql`not exists (
    select 1 from generated_images unfinished
    where unfinished.generation_id = ${generationId} and unfinished.status in (${sql.raw(inWork.map((status) => `'${status}'`).join(', '))}))`
}
