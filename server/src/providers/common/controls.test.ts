import { afterAll, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import { type ControlValues, controlsFault } from '#domain/models/controls.ts'
import type { Model } from '#domain/models/model.ts'
import type { ProviderName } from '#domain/models/providers.ts'
import { addedModels } from '#server-testing/providers/added-models.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { startAutomatic1111Fake } from '#server-testing/vendors/automatic1111-fake.ts'
import { startComfyUiFake } from '#server-testing/vendors/comfyui-fake.ts'
import { startFalFake } from '#server-testing/vendors/fal-fake.ts'
import { startKreaFake } from '#server-testing/vendors/krea-fake.ts'
import { startOpenAiFake } from '#server-testing/vendors/openai-fake.ts'
import { startOpenRouterFake } from '#server-testing/vendors/openrouter-fake.ts'
import { startReplicateFake } from '#server-testing/vendors/replicate-fake.ts'
import { startSdServerFake } from '#server-testing/vendors/sd-server-fake.ts'
import type { VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { createAutomatic1111Provider } from '../local/automatic1111/automatic1111-provider.ts'
import { createComfyUiProvider } from '../local/comfyui/comfyui-provider.ts'
import { triggersIn } from '../local/local-controls.ts'
import { createOpenAiCompatibleProvider } from '../local/openai-server/openai-server-provider.ts'
import type { ImageProvider } from '../provider.ts'
import { createFalProvider } from '../vendors/fal/fal-provider.ts'
import { createKreaProvider } from '../vendors/krea/krea-provider.ts'
import { createOpenAiProvider } from '../vendors/openai/openai-provider.ts'
import { createOpenRouterProvider } from '../vendors/openrouter/openrouter-provider.ts'
import { createReplicateProvider } from '../vendors/replicate/replicate-provider.ts'
import { createPictureDownload } from './checked-download.ts'
import { createEndpointFetch } from './endpoint-fetch.ts'

const download = createPictureDownload()
const endpointFetch = createEndpointFetch()
afterAll(() => Promise.all([download.close(), endpointFetch.close()]))
const listed = (value: string) => catalogue.find((model) => model.value === value) as Model
const discovered = async (provider: ImageProvider) =>
  (await provider.discover?.(AbortSignal.timeout(10_000)))?.[0] as Model

type Spec = {
  readonly name: string
  startFake(): Promise<VendorFake>
  createProvider(fake: VendorFake): ImageProvider
  /** The model, as the catalogue has it or as its provider lists it. */
  modelOf(provider: ImageProvider, make: Pick<Spec, 'startFake' | 'createProvider'>): Promise<Model>
  readonly chosen: ControlValues
  readonly sent: object
}

const added =
  (kind: 'openrouter' | 'fal') => async (_: ImageProvider, make: Pick<Spec, 'startFake' | 'createProvider'>) =>
    (await addedModels(kind, make))[0] as Model

const specs: readonly Spec[] = [
  {
    name: 'AUTOMATIC1111',
    startFake: startAutomatic1111Fake,
    createProvider: ({ url }) => createAutomatic1111Provider({ addresses: [url], pollMs: 5 }),
    modelOf: discovered,
    chosen: {
      steps: 40,
      guidance: 5.5,
      sampler: 'DPM++ 2M',
      negativePrompt: 'blurry',
      loras: [
        { name: 'ink', weight: 0.8 },
        { name: 'film', weight: -1 },
      ],
    },
    sent: {
      prompt: 'a lighthouse in the fog, ink wash <lora:ink:0.8> <lora:film:-1>',
      steps: 40,
      cfg_scale: 5.5,
      sampler_name: 'DPM++ 2M',
      negative_prompt: 'blurry',
    },
  },
  {
    name: 'sd-server',
    startFake: startSdServerFake,
    createProvider: ({ url }) => createOpenAiCompatibleProvider({ addresses: [url], pollMs: 5 }),
    modelOf: discovered,
    chosen: {
      steps: 12,
      guidance: 4,
      sampler: 'dpm++2m',
      format: 'webp',
      negativePrompt: 'blurry',
      loras: [{ name: 'styles/ink.safetensors', weight: 0.5 }],
    },
    sent: {
      negative_prompt: 'blurry',
      sample_params: { sample_method: 'dpm++2m', sample_steps: 12, guidance: { txt_cfg: 4 } },
      lora: [{ path: 'styles/ink.safetensors', multiplier: 0.5 }],
      output_format: 'webp',
    },
  },
  {
    name: 'Krea',
    startFake: startKreaFake,
    createProvider: ({ url }) => createKreaProvider({ baseUrl: url, download, pollMs: 5 }),
    modelOf: async () => listed('flux'),
    chosen: { steps: 30, guidance: 4.5 },
    sent: { steps: 30, guidance_scale: 4.5 },
  },
  {
    name: 'Replicate, over the parameters of the entry',
    startFake: startReplicateFake,
    createProvider: ({ url }) => createReplicateProvider({ baseUrl: url, download, pollMs: 5 }),
    modelOf: async () => listed('flux-2-flex'),
    chosen: { steps: 50, guidance: 7, format: 'webp' },
    sent: { input: expect.objectContaining({ steps: 50, guidance: 7, output_format: 'webp' }) },
  },
  {
    name: 'Replicate, with a negative prompt',
    startFake: startReplicateFake,
    createProvider: ({ url }) => createReplicateProvider({ baseUrl: url, download, pollMs: 5 }),
    modelOf: async () => listed('qwen-image'),
    chosen: { steps: 20, guidance: 2, negativePrompt: 'blurry', format: 'jpg' },
    sent: {
      input: expect.objectContaining({
        num_inference_steps: 20,
        guidance: 2,
        negative_prompt: 'blurry',
        output_format: 'jpg',
      }),
    },
  },
  {
    name: 'OpenAI',
    startFake: startOpenAiFake,
    createProvider: ({ url }) => createOpenAiProvider({ baseUrl: url, download }),
    modelOf: async () => listed('chatgpt-image-fast'),
    chosen: { format: 'webp' },
    sent: { output_format: 'webp' },
  },
  {
    name: 'OpenRouter, by its own list',
    startFake: startOpenRouterFake,
    createProvider: ({ url }) => createOpenRouterProvider({ baseUrl: url, download, endpointFetch }),
    modelOf: added('openrouter'),
    chosen: { format: 'jpeg' },
    sent: { output_format: 'jpeg' },
  },
  {
    name: 'fal, by its own documents',
    startFake: startFalFake,
    createProvider: ({ url }) => createFalProvider({ baseUrl: url, download, endpointFetch, pollMs: 5 }),
    modelOf: added('fal'),
    chosen: { steps: 20, guidance: 7, negativePrompt: 'blurry', format: 'jpeg' },
    sent: { num_inference_steps: 20, guidance_scale: 7, negative_prompt: 'blurry', output_format: 'jpeg' },
  },
  {
    name: 'fal, with LoRAs by their addresses',
    startFake: startFalFake,
    createProvider: ({ url }) => createFalProvider({ baseUrl: url, download, endpointFetch, pollMs: 5 }),
    modelOf: added('fal'),
    chosen: {
      loras: [
        { name: 'https://example.com/ink.safetensors', weight: 0.8 },
        { name: 'https://example.com/film.safetensors?download=true', weight: 2 },
      ],
    },
    sent: {
      loras: [
        { path: 'https://example.com/ink.safetensors', scale: 0.8 },
        { path: 'https://example.com/film.safetensors?download=true', scale: 2 },
      ],
    },
  },
]

describe.each(specs)('controls at $name', ({ startFake, createProvider, modelOf, chosen, sent }) => {
  it('are sent by the names of its protocol; without a choice nothing of them is', async () => {
    const fake = await startFake()
    const provider = createProvider(fake)
    const model = await modelOf(provider, { startFake, createProvider })
    expect(controlsFault(model.controls, chosen)).toBeNull()
    await provider.generate(imageRequest(model, { controls: chosen }), imageCall())
    expect(fake.lastCreate().json()).toMatchObject(sent)
    await provider.generate(imageRequest(model), imageCall())
    expect(fake.lastCreate().json()).not.toMatchObject(sent)
    await fake.stop()
  })
})

describe('controls at ComfyUI', () => {
  it('go into the graph of a checkpoint, with its LoRAs one after the other', async () => {
    const fake = await startComfyUiFake()
    const provider = createComfyUiProvider({ addresses: [fake.url], pollMs: 5 })
    const model = await discovered(provider)
    const ink = { name: 'ink.safetensors', triggers: ['inkwash', 'brush'] }
    expect(model.controls).toMatchObject({ sampler: { options: ['euler', 'dpmpp_2m'] }, loras: { options: [ink] } })
    const controls: ControlValues = {
      steps: 12,
      guidance: 4,
      sampler: 'dpmpp_2m',
      negativePrompt: 'blurry',
      loras: [{ name: ink.name, weight: 0.7 }],
    }
    await provider.generate(imageRequest(model, { controls }), imageCall())
    const { prompt } = fake.lastCreate().json() as { prompt: Record<string, { inputs: Record<string, unknown> }> }
    expect(prompt.sampler?.inputs).toMatchObject({
      steps: 12,
      cfg: 4,
      sampler_name: 'dpmpp_2m',
      model: ['lora 1', 0],
    })
    expect(prompt.negative?.inputs).toEqual({ text: 'blurry', clip: ['lora 1', 1] })
    expect(prompt['lora 1']?.inputs).toMatchObject({
      lora_name: ink.name,
      strength_model: 0.7,
      model: ['checkpoint', 0],
      clip: ['checkpoint', 1],
    })
    expect(prompt.decode?.inputs).toMatchObject({ vae: ['checkpoint', 2] })
    await fake.stop()
  })
})

describe('the catalogue', () => {
  const sending: readonly ProviderName[] = ['replicate', 'krea', 'openai', 'ideogram']

  it('declares controls of providers alone that send them', () => {
    for (const { provider, controls } of catalogue) if (controls) expect(sending).toContain(provider)
  })

  it('names the parameter of each control, where the requests have no fixed form', () => {
    for (const { provider, controls = {} } of catalogue)
      if (provider !== 'openai') for (const control of Object.values(controls)) expect(control).toHaveProperty('field')
  })
})

describe('the words that call a LoRA', () => {
  it.each([
    ['are those that its maker names', { 'modelspec.trigger_phrase': 'inkwash, brush ' }, ['inkwash', 'brush']],
    [
      'are else the most frequent ones of its training, over all of its sets',
      { ss_tag_frequency: JSON.stringify({ a: { grain: 3, night: 2 }, b: { night: 5 } }) },
      ['night', 'grain'],
    ],
    ['are none where nothing is known', { ss_tag_frequency: '{' }, []],
    ['are none of a broken header', 'x', []],
  ])('%s', (_name, metadata, words) => {
    expect(triggersIn(metadata)).toEqual(words)
  })
})
