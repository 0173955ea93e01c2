import type { ConnectionCheckShape, FoundModelShape } from '#contract/models/model-connection.ts'
import { type FoundModel, foundPrice } from '#domain/models/found-model.ts'
import type { AddedKind } from '#domain/models/providers.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Refusal } from '#server/db/refusal.ts'
import type { Admit } from '#server/operations/admission.ts'
import { type OpenEndpoint, ProviderError } from '#server/providers/provider.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'

/** A list of hundreds of models, with the prices of each, takes its time. */
const lookMs = 30_000
const testMs = 15_000

/** The result of a test, with the time that the answer took. */
export type Check = Omit<ConnectionCheckShape, 'at'>

/** The fault of the place behind a failure: a refused key, a wrong address, or no answer. */
function checkOf(error: unknown, { name }: OpenEndpoint): Check {
  if (!(error instanceof ProviderError)) throw error
  if (error.code === 'key') {
    const isCredit = /credit/.test(error.message)
    return {
      state: 'refused',
      ms: null,
      reason: isCredit ? error.message : `${name} doesn't know this key. Copy it again, as a whole.`,
    }
  }
  return { state: 'away', ms: null, reason: error.message }
}

/** Whether a server with OpenAI's calls answered that it has no list: its models are entered by hand then. */
const hasNoList = (error: unknown) =>
  error instanceof ProviderError && error.health === 'reachable' && error.code === 'invalid'

type LookDeps = {
  readonly registry: ModelRegistry
  /** A turn at looking outside. */
  readonly turn: Admit
}
type KindAt = OpenEndpoint & { readonly kind: AddedKind }

/** Tests the connection, by a call that costs nothing. */
export const testEndpoint = ({ registry, turn }: LookDeps, place: KindAt): Promise<Check> =>
  turn(1, () => checkEndpoint(registry, place))

async function checkEndpoint(registry: ModelRegistry, { kind, ...endpoint }: KindAt): Promise<Check> {
  const startedAt = performance.now()
  const added = registry.provider(kind)?.added
  if (!added) return { state: 'away', ms: null, reason: `This server can't speak to ${endpoint.name}.` }
  let leftUsd: number | null = null
  try {
    leftUsd = (await added.check(endpoint, AbortSignal.timeout(testMs))).leftUsd
  } catch (error) {
    if (kind !== 'openai-images' || !hasNoList(error)) return checkOf(timedOut(error, endpoint), endpoint)
  }
  const ms = Math.round(performance.now() - startedAt)
  return { state: 'answers', ms, reason: null, ...(leftUsd !== null && { leftUsd }) }
}

/** Our own time limit as a failure of the provider. */
const timedOut = (error: unknown, { name }: OpenEndpoint) =>
  error instanceof DOMException
    ? new ProviderError('time-out', `${name} did not answer in time. Try again later.`)
    : error

/** A provider as it answered: its models, and how long its answer took. */
export type Looked = { readonly check: Check; readonly found: readonly FoundModel[] }

/**
 * Asks a provider for its models. @returns A refusal at the field that is wrong: the key, or the address. A server without a list has
 * no models.
 */
export const lookAtEndpoint = ({ registry, turn }: LookDeps, place: KindAt): Promise<Result<Looked, Refusal>> =>
  turn(1, () => listEndpoint(registry, place))

async function listEndpoint(registry: ModelRegistry, place: KindAt): Promise<Result<Looked, Refusal>> {
  const { kind, ...endpoint } = place
  const check = await checkEndpoint(registry, place)
  if (check.state !== 'answers') return failure(refusalOf(check, endpoint))
  try {
    const found = await registry.provider(kind)?.added?.discover(endpoint, AbortSignal.timeout(lookMs))
    return success({ check, found: withOwnNames(found ?? []) })
  } catch (error) {
    if (kind === 'openai-images' && hasNoList(error)) return success({ check, found: [] })
    return failure(refusalOf(checkOf(timedOut(error, endpoint), endpoint), endpoint))
  }
}

/** A failed test as a refusal at the field that has to be changed. */
export function refusalOf({ state, reason }: Check, { baseUrl }: Pick<OpenEndpoint, 'baseUrl'>): Refusal {
  const message = reason ?? 'The provider did not answer.'
  if (state === 'refused') return { code: 'invalid', message, data: { issues: [{ path: ['key'], message }] } }
  if (baseUrl === null) return { code: 'unavailable', message }
  return { code: 'invalid', message, data: { issues: [{ path: ['baseUrl'], message }] } }
}

/** Models of one name get their ids beside it: cards and calls name a model by its name. */
function withOwnNames(found: readonly FoundModel[]): FoundModel[] {
  const counts = Map.groupBy(found, ({ name }) => name)
  return found.map((model) =>
    (counts.get(model.name)?.length ?? 0) > 1
      ? { ...model, name: `${model.name} ${model.apiModel}`.slice(0, 120) }
      : model,
  )
}

/** A found model on the wire. */
export function presentFound(found: FoundModel): FoundModelShape {
  const { apiModel, name, description, does, mostImagePrompts, resolutions, costUsd, seconds } = found
  return {
    apiModel,
    name,
    description,
    does: [...does],
    mostImagePrompts,
    resolutions: [...resolutions],
    costUsd,
    credits: foundPrice(found)?.priceHundredths ?? null,
    seconds,
  }
}
