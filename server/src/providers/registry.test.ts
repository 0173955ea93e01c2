import { describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { noKeys } from '#domain/models/provider-keys.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { createModelRegistry } from './registry.ts'

const registryOf = (change: (model: Model) => Model) =>
  createModelRegistry({
    providers: [createInstantProvider(), createInstantProvider({ name: 'krea', opens: 'by-key' })],
    models: [...catalogue.map(change), sketchModel],
    serverKeys: new Map([['krea', 'a key']]),
  })
const flux = (over: Partial<Model>) => registryOf((model) => (model.value === 'flux' ? { ...model, ...over } : model))

describe('the registry of models', () => {
  it('does not list a hidden model, and finds it for cards that were made with it', () => {
    const registry = flux({ isHidden: true })
    expect(registry.modelsFor(null).map(({ value }) => value)).not.toContain('flux')
    expect(registry.find('Flux')?.value).toBe('flux')
  })

  it('offers a model that only edits to the editor, and not to the picker', () => {
    const registry = flux({ editsAlone: true, edits: { upscale: {} } })
    expect(registry.modelsFor(null).map(({ value }) => value)).not.toContain('flux')
    expect(registry.editorsFor(null).map(({ value }) => value)).toContain('flux')
    expect(registry.findFor(null, 'Flux')?.value).toBe('flux')
    expect(flux({ editsAlone: true, edits: { upscale: {} }, isHidden: true }).editorsFor(null)).not.toContainEqual(
      expect.objectContaining({ value: 'flux' }),
    )
  })

  it('finds a renamed model for stored generations', () => {
    const registry = flux({ value: 'flux-dev', name: 'Flux Dev', formerly: ['flux', 'Flux'] })
    expect(registry.find('flux')?.name).toBe('Flux Dev')
  })

  it('names the successor of a retired model alone, among those that can be used', () => {
    const registry = flux({ retired: 'Krea has taken Flux down.' })
    const successor = (value: string) =>
      registry.successor(registry.find(value)!, { userId: null, own: noKeys })?.value ?? null
    expect(successor('flux')).toBe('z-image')
    expect(successor('krea-2')).toBeNull()
  })
})
