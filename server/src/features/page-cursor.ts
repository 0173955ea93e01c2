import { z } from 'zod'
import { failure, type Result, success } from '#domain/result.ts'
import type { Refusal } from '../db/refusal.ts'

/** The last row of a page in a list that is ordered by time, newest first, then by id. `at` is an ISO time. */
export type PageEnd = { readonly at: string; readonly id: string }

const shape = z.tuple([z.iso.datetime(), z.uuid()])

/** Encodes the end of a page as opaque text. */
export const writeCursor = ({ at, id }: PageEnd): string => Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** Decodes the cursor of a query; null for the first page. Refuses a text that `writeCursor` did not write. */
export function readCursor(text: string | undefined): Result<PageEnd | null, Refusal> {
  if (text === undefined) return success(null)
  try {
    const [at, id] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return success({ at, id })
  } catch {
    const issue = { path: ['cursor'], message: 'Not a cursor. Take nextCursor of the page before.' }
    return failure({ code: 'invalid', data: { issues: [issue] } })
  }
}
