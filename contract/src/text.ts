import { z } from 'zod'

const nul = '\u0000'
const isText = (value: string) => !value.includes(nul) && value.isWellFormed()
const notText = 'Contains characters that are not text.'

/**
 * A string from outside that the database compares or stores as it is: without NUL (PostgreSQL refuses the whole statement) and
 * without half a surrogate pair (it would be stored as something else).
 * @param maximum UTF-16 code units.
 */
export const plainString = (maximum: number) => z.string().max(maximum).refine(isText, notText)

/** Text from outside: a string that is trimmed and has at least `minimum` and at most `maximum` Unicode code points. */
export function text({ minimum, maximum }: { minimum: number; maximum: number }) {
  return z
    .string()
    .trim()
    .refine(isText, notText)
    .refine(
      (value) => [...value].length >= minimum,
      minimum === 1 ? 'Must not be blank.' : `At least ${minimum} characters.`,
    )
    .refine((value) => [...value].length <= maximum, `At most ${maximum} characters.`)
    .meta({ minLength: minimum, maxLength: maximum })
}

/**
 * An id that a request names, in small letters, as PostgreSQL writes it: some programs send capitals, and ids are compared as strings.
 * Replies have `z.uuid()`, which takes half the time.
 */
export const uuid = z.uuid().toLowerCase()

/**
 * The id that a caller gives to what it creates, a UUIDv7 (RFC 9562, section 5.7). An account uses an id once: a repeated request with it
 * replies with what the first has created. Default: an id by the server.
 */
export const newId = z.uuidv7().toLowerCase().optional()

/** An ISO 8601 time in UTC. */
export const time = z.iso.datetime()

/** Money: an integer in hundredths of a credit. */
export const hundredths = z.int()
