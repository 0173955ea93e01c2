import { describe, expect, it, vi } from 'vitest'
import { enlargingEdits, inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { picturesOfAutomatic1111, startAutomatic1111Fake } from '#server-testing/vendors/automatic1111-fake.ts'
import type { VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { localModel } from '../local-model.ts'
import { createAutomatic1111Provider } from './automatic1111-provider.ts'

const createProvider = ({ url }: VendorFake) => createAutomatic1111Provider({ addresses: [url], pollMs: 5 })
const model = {
  ...localModel({
    provider: 'automatic1111',
    engine: 'AUTOMATIC1111',
    prefix: 'automatic1111',
    id: 'sd_xl_base_1.0',
    pictures: 1,
    edits: inpaintingEdits,
  }),
  apiModel: 'sd_xl_base_1.0.safetensors [31e35c80fc]',
}

const upscaler = localModel({
  provider: 'automatic1111',
  engine: 'AUTOMATIC1111 upscaler',
  prefix: 'automatic1111:upscale',
  id: 'R-ESRGAN 4x+',
  pictures: 1,
  edits: enlargingEdits,
  editsAlone: true,
})

describeProvider({
  name: 'AUTOMATIC1111',
  startFake: startAutomatic1111Fake,
  createProvider,
  models: [model],
  keyHeader: null,
  refusals: [],
  lacks: ['wrong-key', 'no-credit', 'expired-address', 'rate-limited'],
  wrappings: ['event-stream', 'unknown-fields', 'address'],
  requests: 'answered-at-once',
  cancel: 'by-call',
  keyCheck: 'unknown',
  progress: 'fraction',
  picturesIn: async (asked) => picturesOfAutomatic1111(asked),
})

describeEdits({
  name: 'AUTOMATIC1111',
  startFake: startAutomatic1111Fake,
  createProvider,
  models: [model, upscaler],
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => picturesOfAutomatic1111(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: [],
})

describe('AUTOMATIC1111', () => {
  const startBoth = async () => {
    const fake = await startAutomatic1111Fake()
    return { fake, provider: createProvider(fake) }
  }

  it('lists its checkpoints', async () => {
    const { fake, provider } = await startBoth()
    expect(await provider.discover?.(new AbortController().signal)).toEqual([
      { ...model, controls: expect.objectContaining({ steps: { least: 1, most: 150, usual: 25 } }) },
      upscaler,
    ])
    await fake.stop()
  })

  it('reports the seed that was used, and previews', async () => {
    const { fake, provider } = await startBoth()
    fake.play('delivers-slowly')
    const call = imageCall()
    const answer = await provider.generate(imageRequest(model, { seed: 40 }), call)
    expect(answer.seed).toBe(41)
    expect(call.reports.some(({ preview }) => preview !== null)).toBe(true)
    await fake.stop()
  })

  it.each([
    ['enhance', 0.35],
    ['edit', 0.6],
    ['remix', 0.7],
  ] as const)('keeps as much of a parent as fits to %s it', async (kind, strength) => {
    const { fake, provider } = await startBoth()
    const { bytes } = await provider.generate(imageRequest(model), imageCall())
    await provider.generate(imageRequest(model, { parent: { image: bytes, kind, prompt: 'a fox' } }), imageCall())
    expect(fake.lastCreate().json()).toMatchObject({ denoising_strength: strength })
    await fake.stop()
  })

  it("neither stops nor shows another client's picture while its own waits", async () => {
    const { fake, provider } = await startBoth()
    const other = new AbortController()
    fake.play('silent')
    const theirs = createProvider(fake)
      .generate(imageRequest(model), imageCall({ signal: other.signal }))
      .catch(() => null)
    await vi.waitFor(() => expect(fake.creates()).toHaveLength(1))
    const stop = new AbortController()
    const call = imageCall({ signal: stop.signal })
    const ours = provider.generate(imageRequest(model), call).catch(() => null)
    await vi.waitFor(() =>
      expect(fake.asked.filter(({ path }) => path === '/internal/progress').length).toBeGreaterThan(5),
    )
    stop.abort()
    await ours
    await provider.cancel?.(null, { key: '', signal: new AbortController().signal })
    expect([call.reports, fake.cancels()]).toEqual([[], []])
    other.abort()
    await theirs
    await fake.stop()
  })

  it('cancels nothing where no request was left', async () => {
    const { fake, provider } = await startBoth()
    await provider.generate(imageRequest(model), imageCall())
    await provider.cancel?.(null, { key: '', signal: new AbortController().signal })
    expect(fake.cancels()).toHaveLength(0)
    await fake.stop()
  })
})
