/** SQLSTATE classes and codes of an unavailable server, not of a wrong statement. */
const away = /^(08|57P0[1-5]|53300)/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
const poolMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Follows `cause` down, because Drizzle wraps what pg throws. */
function causes(error: unknown): Error[] {
  const found: Error[] = []
  for (let next = error; next instanceof Error && found.length < 8; next = next.cause) found.push(next)
  return found
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Whether the database could not be reached or the connection broke: the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  return causes(error).some(
    (cause) =>
      away.test(codeOf(cause)) ||
      // A file that is missing is no lost database: only the socket's connect says ENOENT here.
      (networkCodes.has(codeOf(cause)) && 'syscall' in cause && cause.syscall !== 'open') ||
      poolMessages.test(cause.message),
  )
}

/** Whether a unique index refused a row. */
export const isTaken = (error: unknown): boolean => causes(error).some((cause) => codeOf(cause) === '23505')

/** Whether the role lacks the right for a statement (SQLSTATE 42501). */
export const isForbidden = (error: unknown): boolean => causes(error).some((cause) => codeOf(cause) === '42501')

/**
 * The time limit of a request has passed. Its database handle runs no statement any more, and an open transaction is rolled back:
 * a request that was answered as late has changed nothing, unless its commit had been sent before.
 */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'

  constructor() {
    super('The time limit of the request has passed.')
  }
}

/** Whether a request was ended by its time limit. */
export const isDeadlinePassed = (error: unknown): boolean =>
  causes(error).some((cause) => cause instanceof DeadlinePassed)

/**
 * Whether PostgreSQL ended a transaction for the sake of another one: a deadlock (SQLSTATE 40P01) or a serialization failure (40001).
 * Nothing of it happened, and the same transaction may succeed at once.
 */
export const isOutOfTurn = (error: unknown): boolean =>
  causes(error).some((cause) => /^40(P01|001)$/.test(codeOf(cause)))
