import type { Model } from '#domain/models/model.ts'
import { ProviderError } from '../provider.ts'

/** A model with its engine. */
export type FoundModel<Place> = { readonly model: Model; readonly place: Place }

/** The models of local engines, and the engine of each. */
export type FoundModels<Place> = {
  /** Asks all engines again. */
  discover(signal: AbortSignal): Promise<readonly Model[]>
  /** @throws ProviderError when no engine has it. */
  placeOf(model: Model, signal: AbortSignal): Promise<Place>
  /** Whether an engine answered when they were asked last. */
  isReachable(): boolean
  /** The address of the first that answers. @throws ProviderError when none does. */
  anyAddress(signal: AbortSignal): Promise<string>
}

/** The time limit for an engine to list its models; a missing one fails at once. */
const maxLookMs = 1_500

/** The same model on two machines becomes two entries: 'flux (Ollama)' and 'flux (Ollama) 2'. */
function withOwnNames<Place>(found: readonly FoundModel<Place>[]): FoundModel<Place>[] {
  const counts = new Map<string, number>()
  return found.map(({ model, place }) => {
    const number = (counts.get(model.value) ?? 0) + 1
    counts.set(model.value, number)
    if (number === 1) return { model, place }
    return { place, model: { ...model, name: `${model.name} ${number}`, value: `${model.value}:${number}` } }
  })
}

/**
 * Keeps the models of each address, in the order of the addresses. @param look Lists the models of the engine at one address; a
 * failure counts as none, a time-out keeps the last list.
 */
export function createFoundModels<Place>(
  addresses: readonly string[],
  look: (address: string, signal: AbortSignal) => Promise<readonly FoundModel<Place>[]>,
  timeLimitMs = maxLookMs,
): FoundModels<Place> {
  const origins = addresses.map((address) => address.replace(/\/+$/, ''))
  const seen = new Map<string, readonly FoundModel<Place>[]>()
  let places = new Map<string, Place>()

  async function lookAt(address: string, signal: AbortSignal): Promise<void> {
    try {
      seen.set(address, await look(address, signal))
    } catch {
      // A busy engine may be slow to list its models; one that refuses is gone.
      if (!signal.aborted) seen.delete(address)
    }
  }

  async function discover(signal: AbortSignal): Promise<readonly Model[]> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
    await Promise.all(origins.map((address) => lookAt(address, limited)))
    signal.throwIfAborted()
    const found = withOwnNames(origins.flatMap((address) => seen.get(address) ?? []))
    places = new Map(found.map(({ model, place }) => [model.value, place]))
    return found.map(({ model }) => model)
  }

  return {
    discover,
    isReachable: () => seen.size > 0,
    async anyAddress(signal) {
      const first = () => origins.find((address) => seen.has(address))
      if (first() === undefined) await discover(signal)
      const address = first()
      if (address !== undefined) return address
      throw new ProviderError('provider-down', 'No engine answers at the moment. Start it, then try again.', {
        health: 'unreachable',
      })
    },
    async placeOf(model, signal) {
      // Another process may have listed it: this one asks for itself.
      if (!places.has(model.value)) await discover(signal)
      const place = places.get(model.value)
      if (place) return place
      // An engine that has answered is reachable, only its model is gone.
      const health = seen.size === 0 ? 'unreachable' : 'unknown'
      const message = `No engine has ${model.name} at the moment. Start it, then try again.`
      throw new ProviderError('provider-down', message, { health })
    },
  }
}
