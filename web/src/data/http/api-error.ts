import { ORPCError } from '@orpc/client'
import type { ErrorBody } from '#contract/errors.ts'
import type { ErrorCode } from '#domain/errors.ts'

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/**
 * Converts an error of the wire, `{ code, message, data? }`, to the type that the client throws; null for anything
 * else.
 */
export function decodeError(body: unknown, status: number): ORPCError<string, unknown> | null {
  if (!isErrorBody(body)) return null
  return new ORPCError(body.code, { status, message: body.message, data: body.data })
}

/** The server's message of a failed call; the fallback without one (no connection, a broken reply). */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ORPCError && error.message ? error.message : fallback
}

/** Whether a call was refused because its project does not exist (`noProject` of the contract). */
export const lacksProject = (error: unknown) =>
  error instanceof ORPCError && error.code === 'not-found' && Object(error.data).missing === 'project'

/** A text among the details of a refusal; null without one. */
export function refusalDetail(error: unknown, name: string): string | null {
  const detail: unknown = error instanceof ORPCError ? Object(error.data)[name] : null
  return typeof detail === 'string' ? detail : null
}

/** Whether a call failed with this code. */
export const hasErrorCode = (error: unknown, code: ErrorCode) => error instanceof ORPCError && error.code === code

/** The server has answered, and would answer the same again. The same changes of the account that made them are accepted. */
export const isFinal = (error: unknown) =>
  error instanceof ORPCError &&
  !hasErrorCode(error, 'other-account') &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status)

/** Error messages by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>

const fieldOf = (issue: unknown): { path?: unknown; message?: unknown } =>
  typeof issue === 'object' && issue !== null ? issue : {}

/** The first message of each field in a refused call; empty without field errors. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  const data: unknown = error instanceof ORPCError ? error.data : null
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of data.issues.map(fieldOf))
    if (Array.isArray(path) && typeof message === 'string') errors[String(path[0])] ??= message
  return errors
}
