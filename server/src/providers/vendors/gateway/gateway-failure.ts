import {
  GatewayAuthenticationError,
  GatewayError,
  GatewayFailedDependencyError,
  GatewayForbiddenError,
} from '@ai-sdk/gateway'
import { z } from 'zod'
import { retryAfterMs } from '#server/providers/common/retry-after.ts'
import {
  failureOfCreate,
  healthOfStatus,
  isBrokenConnection,
  type VendorFailure,
  vendorFailure,
} from '#server/providers/common/vendor-failure.ts'
import { ProviderError } from '#server/providers/provider.ts'

const vendor = 'The AI Gateway'

/** The parts of a reply that the SDK keeps behind an error. The request with its pictures is there too: it is not passed on. */
const causeSchema = z.object({ responseHeaders: z.record(z.string(), z.string()) })

function kindOf(error: GatewayError): VendorFailure {
  if (GatewayAuthenticationError.isInstance(error)) return 'bad-key'
  // A rule of the account's own, not its key.
  if (GatewayForbiddenError.isInstance(error)) return 'invalid'
  // The vendor behind the gateway failed, not the request.
  if (GatewayFailedDependencyError.isInstance(error)) return 'failed'
  // A reply with a status of success that the SDK could not parse.
  if (error.statusCode < 400) return 'unreadable'
  return failureOfCreate(error.statusCode)
}

/** Maps an error of the SDK. */
export function gatewayFailure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (isBrokenConnection(error)) return vendorFailure(vendor, 'down', { cause: error })
  if (!GatewayError.isInstance(error)) return vendorFailure(vendor, 'unreadable', { cause: error })
  const kind = kindOf(error)
  const headers = causeSchema.safeParse(error.cause).data?.responseHeaders
  const waitMs = headers ? retryAfterMs(new Headers(headers), Date.now()) : null
  return vendorFailure(vendor, kind, {
    health: healthOfStatus(error.statusCode),
    vendorCode: [error.statusCode, error.type, error.generationId].filter(Boolean).join(' '),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  })
}
