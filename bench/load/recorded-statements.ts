import pg from 'pg'

/** A statement as it was sent to the database. */
export type RecordedStatement = { readonly text: string; readonly values: readonly unknown[] }

/** Statements that have a plan. */
const isPlanned = /^\s*(select|with|insert|update|delete)\b/i

function read(config: unknown, values: unknown): RecordedStatement | null {
  const named = typeof config === 'object' && config !== null ? (config as { text?: unknown; values?: unknown }) : null
  const text = named ? named.text : config
  if (typeof text !== 'string' || !isPlanned.test(text)) return null
  const given = Array.isArray(values) ? values : named?.values
  return { text, values: Array.isArray(given) ? given : [] }
}

/**
 * Notes what this process sends to the database, from the first question on. To be called before any connection is opened: a
 * pool keeps what a connection sends with.
 * @returns Hands over what has come since the last question; nothing at the first.
 */
export function recordStatements(): () => RecordedStatement[] {
  // Null until a measurement begins: nothing is recorded before.
  let recorded: RecordedStatement[] | null = null
  const send = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...parts: unknown[]) {
    const statement = recorded && read(parts[0], parts[1])
    if (statement) recorded?.push(statement)
    return Reflect.apply(send, this, parts)
  } as typeof send
  return () => {
    const taken = recorded ?? []
    recorded = []
    return taken
  }
}
