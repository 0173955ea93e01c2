import pg from 'pg'

/** A table whose rows belong to users, with the column of the owner. */
export type OwnedTable = { readonly name: string; readonly owner: string }

/** Values for columns whose type does not determine a valid value. */
const valueOfType: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: 'md5(random()::text)',
  integer: '1',
  smallint: '1',
  bigint: '1',
  'double precision': '1',
  boolean: 'false',
  date: 'current_date',
  jsonb: `'[]'`,
  ARRAY: `'{}'`,
  // Hashes are unique.
  bytea: 'uuid_send(gen_random_uuid())',
  'timestamp with time zone': 'now()',
}

/** Every table whose rows belong to users, read from the catalog of the database. */
export async function ownedTables(client: pg.Client): Promise<OwnedTable[]> {
  const { rows } = await client.query<OwnedTable>(`
    select table_name as name, column_name as owner from information_schema.columns
    where table_schema = 'public' and (column_name = 'user_id' or table_name in ('users', 'profiles') and column_name = 'id')
    order by table_name`)
  return rows
}

/** The text of a statement that adds a row of the user `$1` to a table; its references lead nowhere. */
export async function insertOf(client: pg.Client, { name, owner }: OwnedTable): Promise<string> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name <> $2
       and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
    [name, owner],
  )
  const values = rows.map(({ column, type }) => {
    const value = valueOfType[type]
    if (value === undefined) throw new Error(`Say which value ${name}.${column} takes: it is a ${type}.`)
    return value
  })
  const columns = [owner, ...rows.map(({ column }) => column)].map((column) => pg.escapeIdentifier(column))
  return `insert into ${pg.escapeIdentifier(name)} (${columns.join(', ')}) values (${['$1', ...values].join(', ')})`
}

/** Adds a row of each of these users to each table with owners. @param connectionString Of a superuser. */
export async function addRowsOfEach(connectionString: string, people: readonly string[]): Promise<OwnedTable[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // Disables triggers and references.
    await client.query('set session_replication_role = replica')
    const tables = await ownedTables(client)
    for (const table of tables) {
      const text = await insertOf(client, table)
      for (const person of people) await client.query(text, [person])
    }
    return tables
  } finally {
    await client.end()
  }
}
