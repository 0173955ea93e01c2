import OpenAI from 'openai'
import { isAnswerLate, isAnswerTooLarge } from '#server/operations/bounded-fetch.ts'
import { isNotPublic } from '#server/providers/common/public-address.ts'
import { retryAfterMs } from '#server/providers/common/retry-after.ts'
import {
  failureOfCreate,
  healthOfStatus,
  isBrokenConnection,
  type VendorFailure,
  vendorFailure,
} from '#server/providers/common/vendor-failure.ts'
import { ProviderError } from '#server/providers/provider.ts'

/** OpenAI's own codes (platform.openai.com, error codes), which are more specific than the status: no credit is 429 there. */
const kinds: Readonly<Record<string, VendorFailure>> = {
  moderation_blocked: 'refused',
  content_policy_violation: 'refused',
  insufficient_quota: 'no-credit',
  billing_hard_limit_reached: 'no-credit',
  billing_not_active: 'no-credit',
  invalid_api_key: 'bad-key',
  account_deactivated: 'bad-key',
  rate_limit_exceeded: 'busy',
}

function kindOf({ code, status }: InstanceType<typeof OpenAI.APIError>): VendorFailure {
  const known = kinds[code ?? '']
  if (known) return known
  // An error in the middle of the stream has no status.
  if (status === undefined) return 'failed'
  return status === 451 ? 'refused' : failureOfCreate(status)
}

/** Maps an error of the SDK at OpenAI itself. */
export function openAiFailure(error: unknown): ProviderError {
  if (!(error instanceof OpenAI.APIError) || error.status !== 403) return imagesApiFailure(error, 'OpenAI')
  return new ProviderError(
    'key',
    "OpenAI doesn't let this key use the model. Its organization may have to be verified at OpenAI first.",
    { vendorCode: codeOf(error), health: 'reachable' },
  )
}

const codeOf = (error: InstanceType<typeof OpenAI.APIError>) =>
  [error.status, error.type, error.code, error.requestID].filter(Boolean).join(' ')

/** Maps an error of the SDK at any server with OpenAI's image calls. @param vendor The display name. */
export function imagesApiFailure(error: unknown, vendor: string): ProviderError {
  if (error instanceof ProviderError) return error
  if (isNotPublic(error)) return vendorFailure(vendor, 'internal', { cause: error, health: 'unknown' })
  if (isAnswerTooLarge(error)) return vendorFailure(vendor, 'unreadable', { cause: error })
  if (isAnswerLate(error)) return vendorFailure(vendor, 'silent', { cause: error })
  if (error instanceof OpenAI.APIConnectionError || isBrokenConnection(error))
    return vendorFailure(vendor, 'down', { cause: error })
  if (!(error instanceof OpenAI.APIError)) return vendorFailure(vendor, 'unreadable', { cause: error })
  const kind = kindOf(error)
  const waitMs = error.headers ? retryAfterMs(error.headers, Date.now()) : null
  return vendorFailure(vendor, kind, {
    vendorCode: codeOf(error),
    // An error in the middle of the stream has no status, and is a reply.
    health: healthOfStatus(error.status ?? 200),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  })
}

/** The state of the key after a failed call. */
export const keyAfter = (error: unknown): 'accepted' | 'rejected' | 'unknown' => {
  if (!(error instanceof OpenAI.APIError)) return 'unknown'
  if (error.status === 401) return 'rejected'
  // A key that may not list models may still make pictures.
  return error.status === 403 ? 'accepted' : 'unknown'
}
