import type { UserId } from '#domain/account/user-id.ts'
import { defaultModel, findModel, successorOf } from '#domain/models/choose-model.ts'
import { type Model, ownerOf } from '#domain/models/model.ts'
import type { OwnKeys } from '#domain/models/provider-keys.ts'
import { isKeyed, type KeyedProvider, type ProviderName, providerFacts } from '#domain/models/providers.ts'
import type { ImageProvider } from './provider.ts'

/** The operator's keys, for the images of all users. */
export type ServerKeys = ReadonlyMap<KeyedProvider, string>

/** A user, or null for a visitor, with the providers that they have a key of their own for. */
export type Chooser = { readonly userId: UserId | null; readonly own: OwnKeys }

/** Every model, the provider that serves it, and the keys of the operator. */
export type ModelRegistry = {
  /**
   * In the order of the picker: the catalogue's, then what local engines have, those of added providers that the user may use, then
   * the built-in one.
   */
  modelsFor(userId: UserId | null): readonly Model[]
  /** Those of them that can edit pictures, this server itself last; see `editorsNow` for what is installed on it. */
  editorsFor(userId: UserId | null): readonly Model[]
  readonly providers: readonly ImageProvider[]
  provider(name: ProviderName): ImageProvider | undefined
  /** The operator's key of a provider; null where none is set. */
  serverKey(name: ProviderName): string | null
  /** Any model, for what is stored: those of an added provider by their value alone, and after its removal too. */
  find(nameOrValue: string): Model | undefined
  /** A model that the user may ask for, by its name or value. */
  findFor(userId: UserId | null, nameOrValue: string): Model | undefined
  defaultModel(chooser: Chooser): Model | null
  /** The setting that has to be made before the model can be used, as a sentence; null when it is ready. */
  missing(model: Model, own: OwnKeys): string | null
  /** The model to use in place of a retired one; null of one that is not retired, or has none. */
  successor(model: Model, chooser: Chooser): Model | null
  /** Replaces the models that were added in the app: those that could ever be chosen. Hidden ones can't be any more. */
  setAdded(models: readonly Model[]): void
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
  const makesPictures = ({ editsAlone }: Model) => !editsAlone
  const builtIn = listed.filter(({ isBuiltIn, isHidden }) => isBuiltIn && !isHidden)
  const ofThisServer = listed.filter(({ isBuiltIn, isHidden }) => isBuiltIn && isHidden)
  let added: ReadonlyMap<string, Model> = new Map()
  let forEveryone: readonly Model[] = []
  let byOwner: ReadonlyMap<string, readonly Model[]> = new Map()

  const modelsFor = (userId: UserId | null): readonly Model[] => [
    ...hosted.filter(makesPictures),
    ...found.filter(makesPictures),
    ...forEveryone,
    ...(byOwner.get(userId ?? '') ?? []),
    ...builtIn,
  ]

  const serverKey = (name: ProviderName) => (isKeyed(name) ? (serverKeys.get(name) ?? null) : null)

  function missing(model: Model, own: OwnKeys): string | null {
    const { provider: name, retired } = model
    const label = providerFacts[name].label
    if (retired) return retired
    if (model.connection) return model.isHidden ? `${model.name} is switched off under 'Models'.` : null
    const provider = byName.get(name)
    if (!provider) return `${label} is not connected on this server yet.`
    if (model.workflow) {
      if (model.isHidden) return `${model.name} does not work at the moment. Test it under 'Models'.`
      return provider.workflows?.isReachable() ? null : `${label} does not answer at the moment.`
    }
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
    modelsFor,
    editorsFor: (userId) => [
      ...modelsFor(userId).filter(({ edits }) => edits),
      ...[...hosted, ...found].filter(({ editsAlone }) => editsAlone),
      ...ofThisServer,
    ],
    providers,
    provider: (name) => byName.get(name),
    serverKey,
    find: (nameOrValue) =>
      added.get(nameOrValue) ??
      findModel([...listed, ...found], nameOrValue) ??
      findModel([...known.values()], nameOrValue),
    findFor(userId, nameOrValue) {
      const own = added.get(nameOrValue)
      const owner = own ? ownerOf(own) : null
      if (own) return owner === null || owner === userId ? own : undefined
      return (
        // A person's own model first: one of the same name for everybody would cost credits.
        findModel(byOwner.get(userId ?? '') ?? [], nameOrValue) ??
        findModel(modelsFor(userId), nameOrValue) ??
        findModel([...listed, ...found], nameOrValue) ??
        findModel([...known.values()], nameOrValue)
      )
    },
    defaultModel: ({ userId, own }) => defaultModel(modelsFor(userId), (model) => missing(model, own) === null),
    missing,
    successor: (model, { userId, own }) =>
      model.retired === undefined ? null : successorOf(model, modelsFor(userId), (each) => missing(each, own) === null),
    setAdded(models) {
      added = new Map(models.map((model) => [model.value, model]))
      const listable = models.filter(({ isHidden }) => !isHidden)
      forEveryone = listable.filter((model) => ownerOf(model) === null)
      byOwner = Map.groupBy(
        listable.filter((model) => ownerOf(model) !== null),
        (model) => ownerOf(model) ?? '',
      )
    },
    async discover(signal) {
      const lists = await Promise.all(providers.map(async (provider) => (await provider.discover?.(signal)) ?? []))
      found = lists.flat()
      for (const model of found) known.set(model.value, model)
    },
  }
}
