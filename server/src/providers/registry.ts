import { catalogue } from '#domain/models/catalogue.ts'
import { defaultModel, findModel } from '#domain/models/choose-model.ts'
import type { Model, ProviderName } from '#domain/models/model.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import type { ImageProvider } from './provider.ts'

/** Every model of the catalogue with the provider that serves it, if one does. */
export type ModelRegistry = {
  /** In the order of the picker. */
  readonly models: readonly Model[]
  readonly providers: readonly ImageProvider[]
  provider(name: ProviderName): ImageProvider | undefined
  find(nameOrValue: string): Model | undefined
  defaultModel(): Model | null
  /** What has to be done before the model can be used, as a sentence; null when it is ready. */
  missing(model: Model): string | null
}

const nameOf: Readonly<Record<ProviderName, string>> = {
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
}

/** @param sketchPrice Hundredths of a credit for an image of the built-in engine. */
export function createModelRegistry(providers: readonly ImageProvider[], sketchPrice: number): ModelRegistry {
  const sketch = { ...sketchModel, stats: { ...sketchModel.stats, priceHundredths: sketchPrice } }
  const models = [...catalogue, sketch]
  const byName = new Map(providers.map((provider) => [provider.name, provider]))

  function missing(model: Model): string | null {
    return byName.has(model.provider) ? null : `${nameOf[model.provider]} is not connected on this server yet.`
  }

  return {
    models,
    providers,
    provider: (name) => byName.get(name),
    find: (nameOrValue) => findModel(models, nameOrValue),
    defaultModel: () => defaultModel(models, (model) => missing(model) === null),
    missing,
  }
}
