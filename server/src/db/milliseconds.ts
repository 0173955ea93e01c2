import { type SQL, sql } from 'drizzle-orm'

/** A moment of a column as milliseconds since 1970. */
export const milliseconds = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::float8`
