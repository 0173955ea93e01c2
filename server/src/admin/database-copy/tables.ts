import pg from 'pg'

/** A table with the columns that are stored as they are, in order, and those of its primary key. */
export type Table = { readonly name: string; readonly columns: readonly string[]; readonly key: readonly string[] }

/** The name of a table or a column as SQL. */
export const quoted = (name: string) => pg.escapeIdentifier(name)
/** Names of columns as SQL, with commas. */
export const listed = (names: readonly string[]) => names.map(quoted).join(', ')

/** Every table of the application, by name, without the table of the migrations. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(`
    select class.relname as name,
      array_agg(attribute.attname::text order by attribute.attnum) as columns,
      (select array_agg(part.attname::text order by array_position(index.indkey::int[], part.attnum::int))
        from pg_index index join pg_attribute part on part.attrelid = class.oid and part.attnum = any(index.indkey)
        where index.indrelid = class.oid and index.indisprimary) as key
    from pg_class class
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0
      and not attribute.attisdropped and attribute.attgenerated = ''
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
    group by class.oid, class.relname order by class.relname`)
  return rows.map(({ name, columns, key }) => {
    if (!key) throw new Error(`The table ${name} has no primary key, so it can't be copied piece by piece.`)
    return { name, columns, key }
  })
}

/** Identifies a release's tables: the hashes of its migrations, oldest first. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash }) => hash)
}
