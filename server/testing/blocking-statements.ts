const createdTable = /^create table (?:if not exists )?"?(\w+)"?/i
const index = /^create (?:unique )?index (?!concurrently\b)[\s\S]*? on "?(\w+)"?/i
const constraint = /^alter table "?(\w+)"? add constraint [\s\S]*\b(?:unique|primary key|foreign key|check)\b/i

/**
 * The statements of a migration that keep the writers of an existing table waiting while PostgreSQL reads all its rows: an index
 * without `concurrently`, and a constraint without `not valid` (https://www.postgresql.org/docs/current/sql-altertable.html, Notes).
 */
export function blockingStatements(statements: readonly string[]): string[] {
  const created = new Set(statements.flatMap((text) => createdTable.exec(text)?.[1] ?? []))
  return statements.filter((text) => {
    const table = index.exec(text)?.[1] ?? (/\bnot valid\b/i.test(text) ? undefined : constraint.exec(text)?.[1])
    return table !== undefined && !created.has(table)
  })
}
