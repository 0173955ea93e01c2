import { EngineFailure, type EngineFailureReason } from '#engine/engine-failure.ts'
import { vendorFailure } from '../common/vendor-failure.ts'
import { ProviderError } from '../provider.ts'

/**
 * Our class for a failure, and what it says of the engine's health. Too little memory or no engine does not pass within the
 * minute in which a call is repeated, and says nothing of smaller models.
 */
const failures = {
  model: { code: 'invalid', health: 'reachable' },
  picture: { code: 'invalid', health: 'reachable' },
  memory: { code: 'invalid', health: 'unknown' },
  runtime: { code: 'invalid', health: 'unknown' },
  crashed: { code: 'provider-down', health: 'unreachable' },
  resting: { code: 'provider-down', health: 'unreachable' },
} as const satisfies Record<Exclude<EngineFailureReason, 'bug'>, Pick<ProviderError, 'code' | 'health'>>

/** The failure of an engine of this machine as a provider's; any other error as it is. @param engine Its name in sentences. */
export function errorOfEngine(engine: string, error: unknown): unknown {
  if (!(error instanceof EngineFailure)) return error
  const { message, reason, retryAfterMs } = error
  if (reason === 'bug') return vendorFailure(engine, 'failed', { cause: error, vendorCode: message })
  const { code, health } = failures[reason]
  return new ProviderError(code, message, {
    cause: error,
    health,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  })
}
