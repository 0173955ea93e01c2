import { z } from 'zod'
import type { ErrorCode } from '#domain/errors.ts'

/** The table of errors: for each code of the domain its HTTP status and its default text. */
export const errorTable = {
  invalid: { status: 400, message: 'Something in the request is not right. See the issues listed.' },
  unauthenticated: { status: 401, message: 'Sign in first.' },
  'out-of-credits': { status: 402, message: 'Not enough credits.' },
  'plan-limit': { status: 402, message: 'Your plan does not include this.' },
  'branch-cap': { status: 402, message: 'This branch would cost more than its cap.' },
  'token-budget': { status: 402, message: 'This would cost more than the token may spend.' },
  'purse-empty': { status: 402, message: 'This would cost more than is left in the purse.' },
  'bad-origin': { status: 403, message: 'This request comes from another site and was refused.' },
  forbidden: { status: 403, message: 'This token may not do that.' },
  'not-found': { status: 404, message: 'That does not exist, or it is not yours.' },
  conflict: { status: 409, message: 'That does not fit the present state.' },
  'other-account': { status: 409, message: 'Another account has signed in in this browser. Sign in again to go on.' },
  'too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media': { status: 415, message: 'That kind of file or body is not accepted.' },
  impossible: { status: 422, message: 'That can not be done.' },
  'rate-limited': { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Try again in a moment.' },
  'half-sent': { status: 408, message: 'The request took too long to arrive. Try again.' },
  late: { status: 504, message: 'This took too long. It may still be done: look before you ask again.' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>

/**
 * The refusal of a generation in a project that does not exist. The page shows it under the title
 * 'Error'; its text is fixed (`web/src/app/error-catalogue.test.ts`).
 */
export const noProject = {
  code: 'not-found',
  message: 'Please select or create a project first',
  data: { missing: 'project' },
} as const

/** The text of a failed image without a specific reason; fixed (`web/src/app/error-catalogue.test.ts`). */
export const failedWithoutReason = 'Generation failed'

/** The body of every error reply. */
export const errorBody = z.strictObject({
  code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  data: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
