/** The codes of refused calls. The contract maps each to its HTTP status and its text. */
export const errorCodes = [
  'invalid',
  'unauthenticated',
  'out-of-credits',
  'plan-limit',
  'branch-cap',
  'token-budget',
  'purse-empty',
  'bad-origin',
  'forbidden',
  'not-found',
  'conflict',
  'other-account',
  'too-large',
  'unsupported-media',
  'impossible',
  'rate-limited',
  'unavailable',
  'late',
  'half-sent',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * The reasons of a failed image. `provider-down`: the provider did not answer. `failed`: it answered without a usable
 * image, or this server failed. `cancelled` is a state, not a failure.
 */
export const imageFailures = [
  'refused',
  'rate-limited',
  'key',
  'provider-down',
  'failed',
  'time-out',
  'invalid',
] as const

export type ImageFailure = (typeof imageFailures)[number]
