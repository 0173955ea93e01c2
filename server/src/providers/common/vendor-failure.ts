import type { ImageFailure } from '#domain/errors.ts'
import type { ProviderHealth } from '#domain/generation/circuit.ts'
import { ProviderError } from '../provider.ts'

type FailureKind = {
  readonly code: ImageFailure
  /** The sentence for the user: what happened, and what to do next. */
  readonly sentence: (vendor: string) => string
}

const kinds = {
  refused: {
    code: 'refused',
    sentence: (vendor) => `${vendor} refuses to make this picture. Change the words or the pictures, and try again.`,
  },
  'bad-key': {
    code: 'key',
    sentence: (vendor) => `${vendor} does not accept the key any more. Look at it in Manage account under Model keys.`,
  },
  'no-credit': {
    code: 'key',
    sentence: (vendor) => `The account at ${vendor} has no credit left. Top it up there, or use another model.`,
  },
  public: {
    code: 'key',
    sentence: (vendor) =>
      `The plan at ${vendor} makes public pictures only, so none was made. Choose one with private pictures there, or use another model.`,
  },
  busy: {
    code: 'rate-limited',
    sentence: (vendor) => `${vendor} takes no more requests for a while. Try again later, or use another model.`,
  },
  down: {
    code: 'provider-down',
    sentence: (vendor) => `${vendor} can not be reached at the moment. Try again later, or use another model.`,
  },
  silent: { code: 'time-out', sentence: (vendor) => `${vendor} did not answer in time. Try again later.` },
  invalid: {
    code: 'invalid',
    sentence: (vendor) => `${vendor} could not use the request. Change the settings or the pictures, and try again.`,
  },
  failed: {
    code: 'failed',
    sentence: (vendor) => `${vendor} could not finish the picture. Try again, or use another model.`,
  },
  empty: {
    code: 'failed',
    sentence: (vendor) => `${vendor} finished without a picture. Try again, or change the words.`,
  },
  unreadable: {
    code: 'failed',
    sentence: (vendor) => `${vendor} answered something that can not be read. Try again later, or use another model.`,
  },
  unknown: { code: 'invalid', sentence: (vendor) => `${vendor} does not know the request any more. Try again.` },
  'no-model': {
    code: 'invalid',
    sentence: (vendor) => `${vendor} does not offer this model any more. Choose another one.`,
  },
  cancelled: { code: 'invalid', sentence: (vendor) => `The picture was cancelled at ${vendor}. Try again.` },
  gone: {
    code: 'failed',
    sentence: (vendor) => `The picture is not where ${vendor} said it would be. Try again.`,
  },
  unsafe: {
    code: 'invalid',
    sentence: (vendor) => `${vendor} named an address from which nothing is fetched. Try another model.`,
  },
  internal: {
    code: 'invalid',
    sentence: (vendor) =>
      `${vendor} is at an address of an internal network, which this server does not call. Its operator can allow it.`,
  },
  'too-large': {
    code: 'invalid',
    sentence: (vendor) => `The picture that ${vendor} made is too large to be stored. Try a smaller resolution.`,
  },
} as const satisfies Record<string, FailureKind>

/** The kinds of failures, with the same sentences for all vendors. */
export type VendorFailure = keyof typeof kinds

/**
 * A failure of a vendor with its sentence and our class for it. Every kind but `down` and `silent` comes from a reply, so the
 * vendor is reachable; a caller that knows better sets `options.health`.
 */
export function vendorFailure(
  vendor: string,
  kind: VendorFailure,
  options: ConstructorParameters<typeof ProviderError>[2] = {},
): ProviderError {
  const health = kind === 'down' || kind === 'silent' ? 'unreachable' : 'reachable'
  return new ProviderError(kinds[kind].code, asSentence(kinds[kind].sentence(vendor)), { health, ...options })
}

/** Begins with a capital letter, though a provider's name may not: 'fal'. */
const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The vendor's health by the status of a reply: unreachable from 500 on. */
export const healthOfStatus = (status: number): ProviderHealth => (status >= 500 ? 'unreachable' : 'reachable')

/**
 * Whether a connection could not be opened or broke off, by the codes of socket and undici errors; looks through the causes that
 * SDKs wrap around them.
 */
export function isBrokenConnection(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1)
    if ('code' in at && typeof at.code === 'string' && /^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(at.code)) return true
  return false
}

/** The kind of a HTTP status, unless the vendor gives it another meaning. */
export function failureOfStatus(status: number): VendorFailure {
  if (status === 401 || status === 403) return 'bad-key'
  if (status === 402) return 'no-credit'
  if (status === 404 || status === 410) return 'unknown'
  if (status === 408 || status === 504) return 'silent'
  if (status === 429) return 'busy'
  return status >= 400 && status < 500 ? 'invalid' : 'down'
}

/** The same for a request of a new picture: only the model in it can be unknown, or retired. */
export const failureOfCreate = (status: number): VendorFailure =>
  status === 404 || status === 410 ? 'no-model' : failureOfStatus(status)
