import type { ProviderName } from '#domain/models/model.ts'

/** The setting of the server that holds each provider's key; null where none is needed. */
export const providerKey: Readonly<Record<ProviderName, string | null>> = {
  sketch: null,
  google: 'GOOGLE_API_KEY',
  openai: 'OPENAI_API_KEY',
  krea: 'KREA_API_KEY',
  replicate: 'REPLICATE_API_TOKEN',
  gateway: 'AI_GATEWAY_API_KEY',
  runway: 'RUNWAYML_API_SECRET',
  ideogram: 'IDEOGRAM_API_KEY',
  'openai-compatible': null,
  comfyui: null,
  automatic1111: null,
}
