import { describe, expect, it } from 'vitest'
import type { FileRole, OnnxModel } from '#domain/local-models/local-model.ts'
import { EngineFailure, type EngineFailureReason } from '#engine/engine-failure.ts'
import type { LocalEngine } from '#engine/local-engine.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { providerFailureOf } from '#server-testing/providers/provider-under-test.ts'
import { onnxEngineAt, pictureOfOnnxTask, startOnnxEngineFake } from '#server-testing/vendors/onnx-engine-fake.ts'
import { createOnnxProvider, pickerEntry } from './onnx-provider.ts'

const sdxs: OnnxModel = {
  kind: 'model',
  id: 'sdxs-512',
  name: 'SDXS 512',
  description: 'Quick pictures on this machine.',
  does: 'words-to-image',
  engine: 'onnx',
  files: [],
  licence: { name: 'OpenRAIL++', link: 'https://example.com/licence', mustBeAccepted: true },
  leastMemoryBytes: 4_000_000_000,
  frameSide: 512,
  steps: 1,
  sampler: 'euler-ancestral',
  guidance: 1,
  referenceSeconds: 2.1,
}
const files = { unet: '/models/unet', text: '/models/text', autoencoder: '/models/taesd', merges: '/models/merges.txt' }
const paths = new Map<FileRole, string>([
  ['unet', files.unet],
  ['text-encoder', files.text],
  ['autoencoder', files.autoencoder],
  ['merges', files.merges],
])
/** It is installed, and known beside a model that is not, and one of another engine. */
const models = {
  catalogue: [
    sdxs,
    { ...sdxs, id: 'absent' },
    { ...sdxs, id: 'foreign', engine: 'sd-server' as const, mostPictures: 0 },
  ],
  filesOf: async (id: string) => (id === 'absent' ? null : paths),
}
const model = pickerEntry(sdxs)

describeProvider({
  name: 'The engine of this machine',
  startFake: startOnnxEngineFake,
  createProvider: ({ url }) => createOnnxProvider({ engine: onnxEngineAt(url), ...models }),
  models: [model],
  keyHeader: null,
  refusals: [],
  // Its process has no account, and answers with a whole picture or not at all.
  lacks: ['wrong-key', 'no-credit', 'expired-address', 'rate-limited', 'empty', 'truncated'],
  wrappings: [],
  requests: 'answered-at-once',
  cancel: 'by-hanging-up',
  keyCheck: 'unknown',
  progress: 'fraction',
  picturesIn: async (asked) => pictureOfOnnxTask(asked),
})

/** An engine that records its tasks, and fails or paints nothing. */
function engineThat(fails?: EngineFailure, wordsLeftOut = 0) {
  const tasks: Parameters<LocalEngine['paint']>[0][] = []
  const engine: Pick<LocalEngine, 'paint' | 'close'> = {
    async paint(task) {
      tasks.push(task)
      if (fails) throw fails
      return { png: new Uint8Array(), wordsLeftOut }
    },
    close: async () => undefined,
  }
  return { tasks, engine, provider: createOnnxProvider({ engine, ...models }) }
}

describe('the engine of this machine', () => {
  it('lists the models that are installed, free of charge', async () => {
    const { provider } = engineThat()
    expect(await provider.discover?.(new AbortController().signal)).toEqual([model])
    expect([model.value, model.stats.priceHundredths, model.badge]).toEqual(['onnx:sdxs-512', 0, 'Local'])
  })

  it('paints one picture at a time, over all processes', () => {
    const { provider } = engineThat()
    expect([provider.concurrency, provider.atOncePerKey, provider.opens]).toEqual([1, 1, 'freely'])
  })

  it('paints a frame of about 512 × 512 and says so, with the files, steps and memory of the model', async () => {
    const { provider, tasks } = engineThat()
    const answer = await provider.generate(imageRequest(model, { aspectRatio: '16:9', seed: 40 }), imageCall())
    const { sampler, steps, guidance, leastMemoryBytes } = sdxs
    expect(tasks).toEqual([
      {
        ...{ files, sampler, steps, guidance, leastMemoryBytes },
        prompt: 'a lighthouse in the fog, ink wash',
        seed: 40,
        frame: { width: 704, height: 384 },
        size: { width: 1280, height: 720 },
        start: null,
      },
    ])
    expect(answer).toMatchObject({ seed: 40, warnings: [], paintedAt: { width: 704, height: 384 } })
  })

  it('names the words that had no room', async () => {
    const { provider } = engineThat(undefined, 12)
    const { warnings } = await provider.generate(imageRequest(model), imageCall())
    expect(warnings).toEqual(['SDXS 512 reads about 60 words; the last 12 were left out.'])
  })

  it('counts a model as installed only with all of its files', async () => {
    const filesOf = async () => new Map([...paths].filter(([role]) => role !== 'merges'))
    const provider = createOnnxProvider({ engine: engineThat().engine, catalogue: [sdxs], filesOf })
    expect(await provider.discover?.(new AbortController().signal)).toEqual([])
  })

  it('refuses a model that is not installed any more', async () => {
    const { provider, tasks } = engineThat()
    const gone = { ...model, name: 'Gone', apiModel: 'absent' }
    const failure = await providerFailureOf(provider.generate(imageRequest(gone), imageCall()))
    expect([failure.code, failure.message]).toEqual([
      'invalid',
      'Gone is not installed any more. Install it, or choose another model.',
    ])
    expect(tasks).toEqual([])
  })

  it.each([
    ['model', 'invalid', 'reachable'],
    ['picture', 'invalid', 'reachable'],
    ['memory', 'invalid', 'unknown'],
    ['runtime', 'invalid', 'unknown'],
    ['crashed', 'provider-down', 'unreachable'],
    ['resting', 'provider-down', 'unreachable'],
  ] as const)('a failure by %s is %s, and the engine %s', async (reason: EngineFailureReason, code, health) => {
    const { provider } = engineThat(new EngineFailure(reason, 'A sentence of the engine.', { retryAfterMs: 5_000 }))
    const failure = await providerFailureOf(provider.generate(imageRequest(model), imageCall()))
    expect([failure.code, failure.health, failure.message, failure.retryAfterMs]).toEqual([
      code,
      health,
      'A sentence of the engine.',
      5_000,
    ])
  })
})
