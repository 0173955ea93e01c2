import { type ErrorBody, errorTable } from '#contract/errors.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { isDatabaseAway, isDeadlinePassed } from '#server/db/database-error.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { AdmissionRefused } from '#server/operations/admission.ts'
import { StorageFailure } from '#server/storage/storage-failure.ts'
import { jsonReply } from './json-reply.ts'

const retryAfterSeconds: Readonly<Record<number, number>> = {
  [errorTable['rate-limited'].status]: 10,
  [errorTable.unavailable.status]: 2,
}

/** The Retry-After header of a reply whose status is temporary: seconds after which a retry is useful. */
export const retryAfterOf = (status: number): Readonly<Record<string, string>> => {
  const seconds = retryAfterSeconds[status]
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** A bug, or a broken machine: the caller learns what to do next, and the id of the log entry. */
const unexpected = (requestId: string): Refusal => ({
  code: 'unavailable',
  message: `Something went wrong on our side. Try again. If it happens again, give the operator this id: ${requestId}`,
  data: { requestId },
})

const crowded: Readonly<Record<AdmissionRefused['because'], Refusal>> = {
  owner: {
    code: 'rate-limited',
    message: 'Too much of your work is waiting here already. Wait for some of it to end.',
  },
  room: { code: 'too-large', message: 'This takes more memory than the server has for one piece of work.' },
  total: { code: 'unavailable', message: 'This server has too much work at the moment. Try again in a moment.' },
}

/** The refusal for a thrown error: temporary or not. @param requestId The reply's `x-request-id`. */
export function refusalOf(error: unknown, requestId: string): Refusal {
  if (error instanceof AdmissionRefused) return crowded[error.because]
  if (isDeadlinePassed(error)) return { code: 'late' }
  return isDatabaseAway(error) || error instanceof StorageFailure ? { code: 'unavailable' } : unexpected(requestId)
}

export const errorBodyOf = ({ code, message, data }: Refusal): ErrorBody => ({
  code,
  message: message ?? errorTable[code].message,
  ...(data === undefined ? {} : { data }),
})

/** The one way to refuse a request. */
export function errorReply(refusal: Refusal): Response {
  const { status } = errorTable[refusal.code]
  return jsonReply(errorBodyOf(refusal), status, { 'cache-control': 'no-store', ...retryAfterOf(status) })
}

/** The code of the table for a status which another library chose. */
export function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(errorTable) as ErrorCode[]
  if (status >= 500) return 'unavailable'
  return codes.find((code) => errorTable[code].status === status) ?? 'invalid'
}
