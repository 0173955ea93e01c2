import type { MiddlewareHandler } from 'hono'
import { type ErrorBody, errorBody } from '#contract/errors.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AppEnv } from '../app-context.ts'
import { jsonReply } from './json-reply.ts'

/** The codes of OpenAI that programs decide by; null: our own. */
const codes: Readonly<Record<ErrorCode, string | null>> = {
  invalid: null,
  unauthenticated: 'invalid_api_key',
  'out-of-credits': 'insufficient_quota',
  'plan-limit': 'insufficient_quota',
  'branch-cap': 'insufficient_quota',
  'token-budget': 'insufficient_quota',
  'purse-empty': 'insufficient_quota',
  'bad-origin': null,
  forbidden: null,
  'not-found': null,
  conflict: null,
  'too-large': null,
  'unsupported-media': null,
  impossible: null,
  'rate-limited': 'rate_limit_exceeded',
  unavailable: null,
  late: null,
  'half-sent': null,
  'other-account': null,
}

const typeOf = (status: number): string => {
  if (status === 402) return 'insufficient_quota'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The first issue of a refused request: its field and its sentence. */
function issueOf({ data }: ErrorBody): { param: string; message: string } | null {
  const [issue] = isRecord(data) && Array.isArray(data.issues) ? data.issues : []
  if (!isRecord(issue)) return null
  return { param: Array.isArray(issue.path) ? issue.path.join('.') : '', message: String(issue.message) }
}

function codeOf({ code, data }: ErrorBody): string {
  if (isRecord(data) && data.missing === 'model') return 'model_not_found'
  if (isRecord(data) && data.image === 'failed') return 'image_generation_failed'
  return codes[code] ?? code
}

/** The body of an error as OpenAI writes it (https://platform.openai.com/docs/guides/error-codes). */
export function openAiErrorOf(refused: ErrorBody, status: number) {
  const issue = issueOf(refused)
  const message = issue ? `${issue.param}: ${issue.message}` : refused.message
  return { error: { message, type: typeOf(status), param: issue?.param ?? null, code: codeOf(refused) } }
}

/**
 * Turns our refusals into those of OpenAI, also those of the steps before a call. A picture that could not be made is a 400: clients
 * repeat 409 and every 5xx by themselves, and that could be paid twice.
 */
export const inOpenAiShape: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { res } = c
  if (res.status < 400 || !res.headers.get('content-type')?.startsWith('application/json')) return
  const refused = errorBody.safeParse(await res.clone().json())
  if (!refused.success) return
  const status = [409, 422].includes(res.status) ? 400 : res.status
  const retryAfter = res.headers.get('retry-after')
  // Hono copies the headers of the reply that it replaces: with its length, the next reply of the connection would begin amid this one.
  res.headers.delete('content-length')
  c.res = jsonReply(openAiErrorOf(refused.data, status), status, {
    'cache-control': 'no-store',
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
    ...(status < 500 && status !== 429 && { 'x-should-retry': 'false' }),
  })
}
