import type { ProviderName } from './model.ts'

/** The display name of each provider. */
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
  onnx: 'The engine of this machine',
  'sd-server': 'stable-diffusion.cpp on this machine',
  'this-machine': 'This machine',
  openrouter: 'OpenRouter',
  fal: 'fal',
  'openai-images': 'The added provider',
} as const satisfies Record<ProviderName, string>
