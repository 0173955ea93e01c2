import { type ErrorBody, errorTable } from '#contract/errors.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Refusal } from '../features/refusal.ts'

/** Seconds after which it is worth trying again, where the code says that it may pass. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = { 'rate-limited': 10, unavailable: 2 }

export const errorBodyOf = ({ code, message, data }: Refusal): ErrorBody => ({
  code,
  message: message ?? errorTable[code].message,
  ...(data === undefined ? {} : { data }),
})

/** The one way in which a request is refused. */
export function errorReply(refusal: Refusal): Response {
  const { status } = errorTable[refusal.code]
  const seconds = retryAfterSeconds[refusal.code]
  return Response.json(errorBodyOf(refusal), {
    status,
    headers: { 'cache-control': 'no-store', ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }) },
  })
}

/** The code of the table that fits a status which another library chose. */
export function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(errorTable) as ErrorCode[]
  if (status >= 500) return 'unavailable'
  return codes.find((code) => errorTable[code].status === status) ?? 'invalid'
}
