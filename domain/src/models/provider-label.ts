import type { ProviderName } from './model.ts'

/** Each provider's name as people know it. */
export const providerLabel = {
  sketch: 'Sketch',
  google: 'Google',
  openai: 'OpenAI',
  krea: 'Krea',
  replicate: 'Replicate',
  gateway: 'AI Gateway',
  runway: 'Runway',
  ideogram: 'Ideogram',
  'openai-compatible': 'The local engine',
  comfyui: 'ComfyUI',
  automatic1111: 'AUTOMATIC1111',
} as const satisfies Record<ProviderName, string>
