import type { Model } from '#domain/models/model.ts'
import { ProviderError } from '../provider.ts'

/** A model with what it takes to reach it. */
export type FoundModel<Place> = { readonly model: Model; readonly place: Place }

/** The models of local engines, and where each is. */
export type FoundModels<Place> = {
  /** Looks again. */
  discover(signal: AbortSignal): Promise<readonly Model[]>
  /** @throws ProviderError when no engine has it (any more). */
  placeOf(model: Model, signal: AbortSignal): Promise<Place>
}

/** How long an engine may take to say what it has; one that isn't there says nothing at once. */
const longestLookMs = 1_500

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
 * Keeps what was found at each address, in the order of the addresses.
 * @param look Says what an engine at one address has; a failure counts as nothing, slowness as no news.
 */
export function createFoundModels<Place>(
  addresses: readonly string[],
  look: (address: string, signal: AbortSignal) => Promise<readonly FoundModel<Place>[]>,
  patienceMs = longestLookMs,
): FoundModels<Place> {
  const origins = addresses.map((address) => address.replace(/\/+$/, ''))
  const seen = new Map<string, readonly FoundModel<Place>[]>()
  let places = new Map<string, Place>()

  async function lookAt(address: string, signal: AbortSignal): Promise<void> {
    try {
      seen.set(address, await look(address, signal))
    } catch {
      // An engine at work may be slow to say what it has; one that refuses is gone.
      if (!signal.aborted) seen.delete(address)
    }
  }

  async function discover(signal: AbortSignal): Promise<readonly Model[]> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    await Promise.all(origins.map((address) => lookAt(address, limited)))
    signal.throwIfAborted()
    const found = withOwnNames(origins.flatMap((address) => seen.get(address) ?? []))
    places = new Map(found.map(({ model, place }) => [model.value, place]))
    return found.map(({ model }) => model)
  }

  return {
    discover,
    async placeOf(model, signal) {
      // Another process may have listed it: this one looks for itself.
      if (!places.has(model.value)) await discover(signal)
      const place = places.get(model.value)
      if (place) return place
      // An engine that has answered is there, only its model is gone.
      const health = seen.size === 0 ? 'unreachable' : 'unknown'
      const message = `No engine has ${model.name} at the moment. Start it, then try again.`
      throw new ProviderError('provider-down', message, { health })
    },
  }
}
