import { ORPCError } from '@orpc/client'

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
