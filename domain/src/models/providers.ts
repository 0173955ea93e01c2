type ProviderFacts = {
  /** The display name. */
  readonly label: string
  /** The key that requests of this provider need; absent: none. */
  readonly key?: {
    /** The setting of the server that holds the key for all users. */
    readonly setting: string
    /** The page on which the provider issues keys. */
    readonly page: string
  }
  /** Present if the provider is added in the app. Its address: the vendor's, or one that the user enters. */
  readonly added?: {
    readonly address: 'vendor' | 'entered'
    /** The page on which the provider issues keys; absent: not known. */
    readonly keyPage?: string
  }
}

/**
 * Every provider, in the order in which they are listed: the built-in painter, the hosted vendors, local engines, this machine, and those
 * that are added in the app. Names, labels, keys and settings follow from here; an adapter is added in `open-providers.ts`, and its fake
 * in `all-vendors.ts`.
 */
export const providerFacts = {
  sketch: { label: 'Sketch' },
  google: { label: 'Google', key: { setting: 'GOOGLE_API_KEY', page: 'https://aistudio.google.com/apikey' } },
  openai: { label: 'OpenAI', key: { setting: 'OPENAI_API_KEY', page: 'https://platform.openai.com/api-keys' } },
  krea: { label: 'Krea', key: { setting: 'KREA_API_KEY', page: 'https://www.krea.ai/settings/api-tokens' } },
  replicate: {
    label: 'Replicate',
    key: { setting: 'REPLICATE_API_TOKEN', page: 'https://replicate.com/account/api-tokens' },
  },
  gateway: {
    label: 'AI Gateway',
    key: { setting: 'AI_GATEWAY_API_KEY', page: 'https://vercel.com/dashboard/ai-gateway/api-keys' },
  },
  runway: { label: 'Runway', key: { setting: 'RUNWAYML_API_SECRET', page: 'https://dev.runwayml.com' } },
  ideogram: { label: 'Ideogram', key: { setting: 'IDEOGRAM_API_KEY', page: 'https://ideogram.ai/manage-api' } },
  'openai-compatible': { label: 'The local engine' },
  comfyui: { label: 'ComfyUI' },
  automatic1111: { label: 'AUTOMATIC1111' },
  onnx: { label: 'The engine of this machine' },
  'sd-server': { label: 'stable-diffusion.cpp on this machine' },
  'this-machine': { label: 'This machine' },
  openrouter: {
    label: 'OpenRouter',
    added: { address: 'vendor', keyPage: 'https://openrouter.ai/settings/keys' },
  },
  fal: { label: 'fal', added: { address: 'vendor', keyPage: 'https://fal.ai/dashboard/keys' } },
  'openai-images': { label: 'The added provider', added: { address: 'entered' } },
} as const satisfies Readonly<Record<string, ProviderFacts>>

export type ProviderName = keyof typeof providerFacts

export const providerNames = Object.keys(providerFacts) as ProviderName[]

/** A provider that needs a key. */
export type KeyedProvider = {
  [Name in ProviderName]: (typeof providerFacts)[Name] extends { readonly key: object } ? Name : never
}[ProviderName]

export const isKeyed = (provider: ProviderName): provider is KeyedProvider => 'key' in providerFacts[provider]

export const keyedProviders: readonly KeyedProvider[] = providerNames.filter(isKeyed)

/** A kind of provider that can be added in the app. */
export type AddedKind = {
  [Name in ProviderName]: (typeof providerFacts)[Name] extends { readonly added: object } ? Name : never
}[ProviderName]

const isAdded = (provider: ProviderName): provider is AddedKind => 'added' in providerFacts[provider]

export const addedKinds: readonly AddedKind[] = providerNames.filter(isAdded)

/** The page on which an added provider issues keys; null: not known. */
export function keyPageOf(kind: AddedKind): string | null {
  const { added }: ProviderFacts = providerFacts[kind]
  return added?.keyPage ?? null
}

/** A provider with a known address on the internet, in front of which a proxy may stand. */
export type HostedProvider =
  | KeyedProvider
  | {
      [Name in AddedKind]: (typeof providerFacts)[Name]['added']['address'] extends 'vendor' ? Name : never
    }[AddedKind]

const isHosted = (provider: ProviderName): provider is HostedProvider =>
  isKeyed(provider) || (isAdded(provider) && providerFacts[provider].added.address === 'vendor')

export const hostedProviders: readonly HostedProvider[] = providerNames.filter(isHosted)

/** A setting of the server with the key of a provider. */
export type KeySetting = (typeof providerFacts)[KeyedProvider]['key']['setting']

export const keySettings: readonly KeySetting[] = keyedProviders.map((name) => providerFacts[name].key.setting)
