import { z } from 'zod'

const nul = '\u0000'

/**
 * Text from outside: trimmed, at least `minimum` and at most `maximum` Unicode code points, without NUL (PostgreSQL can't
 * store it) and without half a surrogate pair (it would be stored as something else).
 */
export function text({ minimum, maximum }: { minimum: number; maximum: number }) {
  return z
    .string()
    .trim()
    .refine((value) => !value.includes(nul) && value.isWellFormed(), 'Contains characters that are not text.')
    .refine(
      (value) => [...value].length >= minimum,
      minimum === 1 ? 'Must not be blank.' : `At least ${minimum} characters.`,
    )
    .refine((value) => [...value].length <= maximum, `At most ${maximum} characters.`)
    .meta({ minLength: minimum, maxLength: maximum })
}

/** An ISO 8601 time in UTC. */
export const time = z.iso.datetime()

/** Money: an integer in hundredths of a credit. */
export const hundredths = z.int()
