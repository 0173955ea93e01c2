import { defaultModel, findModel, successorOf } from '#domain/models/choose-model.ts'
import type { Model, ProviderName } from '#domain/models/model.ts'
import { isKeyed, type KeyedProvider, type OwnKeys } from '#domain/models/provider-keys.ts'
import { providerLabel } from '#domain/models/provider-label.ts'
import type { ImageProvider } from './provider.ts'

/** The operator's keys, for the images of all users. */
export type ServerKeys = ReadonlyMap<KeyedProvider, string>

/** Every model, the provider that serves it, and the keys of the operator. */
export type ModelRegistry = {
  /** In the order of the picker: the catalogue's, then what local engines have, then the built-in one. */
  readonly models: readonly Model[]
  /** Those that can edit pictures. */
  readonly editors: readonly Model[]
  readonly providers: readonly ImageProvider[]
  provider(name: ProviderName): ImageProvider | undefined
  /** The operator's key of a provider; null where none is set. */
  serverKey(name: ProviderName): string | null
  find(nameOrValue: string): Model | undefined
  defaultModel(own: OwnKeys): Model | null
  /** What has to be configured before the model can be used, as a sentence; null when it is ready. */
  missing(model: Model, own: OwnKeys): string | null
  /** The model to use in place of a retired one; null of one that is not retired, or has none. */
  successor(model: Model, own: OwnKeys): Model | null
  /** Asks local engines for their models. A removed model is no longer listed, but still found by its name. */
  discover(signal: AbortSignal): Promise<void>
}

export type RegistryParts = {
  readonly providers: readonly ImageProvider[]
  /** Hosted and built-in ones; those of local engines are discovered. */
  readonly models: readonly Model[]
  readonly serverKeys: ServerKeys
}

/** Starts with no discovered models. */
export function createModelRegistry({ providers, models: listed, serverKeys }: RegistryParts): ModelRegistry {
  const byName = new Map(providers.map((provider) => [provider.name, provider]))
  const known = new Map<string, Model>()
  let found: readonly Model[] = []
  const hosted = listed.filter(({ isBuiltIn, isHidden }) => !isBuiltIn && !isHidden)
  const builtIn = listed.filter(({ isBuiltIn }) => isBuiltIn)
  let models: readonly Model[] = [...hosted, ...builtIn]

  const serverKey = (name: ProviderName) => (isKeyed(name) ? (serverKeys.get(name) ?? null) : null)

  function missing(model: Model, own: OwnKeys): string | null {
    const { provider: name, retired } = model
    const label = providerLabel[name]
    if (retired) return retired
    const provider = byName.get(name)
    if (!provider) return `${label} is not connected on this server yet.`
    if (provider.opens === 'freely') {
      if (!provider.discover || found.includes(model)) return null
      return provider.localEngine
        ? 'The model is not installed on this machine any more.'
        : `${label} does not answer at the moment.`
    }
    const isOpen = own.has(name) || serverKey(name) !== null
    return isOpen ? null : `${label} needs a key: your own, or one of this server.`
  }

  return {
    get models() {
      return models
    },
    get editors() {
      return models.filter(({ edits }) => edits)
    },
    providers,
    provider: (name) => byName.get(name),
    serverKey,
    find: (nameOrValue) =>
      findModel(models, nameOrValue) ?? findModel(listed, nameOrValue) ?? findModel([...known.values()], nameOrValue),
    defaultModel: (own) => defaultModel(models, (model) => missing(model, own) === null),
    missing,
    successor: (model, own) =>
      model.retired === undefined ? null : successorOf(model, models, (each) => missing(each, own) === null),
    async discover(signal) {
      const lists = await Promise.all(providers.map(async (provider) => (await provider.discover?.(signal)) ?? []))
      found = lists.flat()
      models = [...hosted, ...found, ...builtIn]
      for (const model of found) known.set(model.value, model)
    },
  }
}
