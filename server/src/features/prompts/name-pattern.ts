import { type Column, type SQL, sql } from 'drizzle-orm'
import { nameKey } from '#domain/prompt/name-key.ts'

/** The pattern of texts that contain a term. */
const patternOf = (term: string): string => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Whether a name contains a query. @param key The column of the name as `nameKey` has it. */
export const hasInName = (key: Column, q: string): SQL | undefined =>
  q === '' ? undefined : sql`${key} like ${patternOf(nameKey(q))}`
