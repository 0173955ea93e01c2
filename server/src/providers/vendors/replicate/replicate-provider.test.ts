import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import { editModels } from '#domain/models/edit-models.ts'
import type { Model } from '#domain/models/model.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { dataUriBytes } from '#server-testing/vendors/data-uri-bytes.ts'
import { type ReplicateFake, startReplicateFake } from '#server-testing/vendors/replicate-fake.ts'
import { readReplicateInput } from '#server-testing/vendors/replicate-inputs.ts'
import { type Asked, fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { fractionInLogs } from './replicate-prediction.ts'
import { createReplicateProvider } from './replicate-provider.ts'

const models = catalogue.filter(({ provider }) => provider === 'replicate')
const editors = editModels.filter(({ provider }) => provider === 'replicate')
const byValue = (value: string) => models.find((model) => model.value === value) as Model
const download = createPictureDownload()
const createProvider = (fake: VendorFake) => createReplicateProvider({ baseUrl: fake.url, download, pollMs: 5 })

/** The pictures of a request. */
function picturesOf(create: Asked): Uint8Array[] {
  const model = create.path.replace(/^\/v1\/models\/|\/predictions$/g, '')
  const read = readReplicateInput(model, (create.json() as { input: unknown }).input)
  return 'mistake' in read ? [] : read.pictures.map(dataUriBytes)
}

describeProvider({
  name: 'Replicate',
  startFake: startReplicateFake,
  createProvider,
  models,
  keyHeader: 'authorization',
  refusals: ['refuses', 'refuses-by-code'],
  wrappings: ['event-stream', 'unknown-fields', 'data-uri', 'base64'],
  requests: 'remembered',
  cancel: 'by-call',
  keyCheck: 'asks',
  progress: 'fraction',
  picturesIn: async (create) => picturesOf(create),
})

describeEdits({
  name: 'Replicate',
  startFake: startReplicateFake,
  createProvider,
  models: models.filter(({ edits }) => edits),
  masked: [],
  pictureIn: async (create) => picturesOf(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: ['refuses', 'refuses-by-code'],
})

describeEdits({
  name: 'Replicate, by models that only edit',
  startFake: startReplicateFake,
  createProvider,
  models: editors,
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create) => picturesOf(create)[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: ['refuses', 'refuses-by-code'],
})

describe('Replicate', () => {
  let fake: ReplicateFake
  let provider: ImageProvider
  const inputOf = () => (fake.lastCreate().json() as { input: Record<string, unknown> }).input

  beforeEach(async () => {
    fake = await startReplicateFake()
    provider = createProvider(fake)
  })
  afterEach(() => fake.stop())

  it('accepts a base address with a version, too', async () => {
    const versioned = createReplicateProvider({ baseUrl: `${fake.url}/v1/`, download, pollMs: 5 })
    expect(await versioned.checkKey?.(fakeKey, new AbortController().signal)).toBe('accepted')
  })

  it('sends a large picture as a file, not within the request', async () => {
    const raw = { width: 400, height: 300, channels: 3 } as const
    const image = await sharp(randomBytes(360_000), { raw }).png().toBuffer()
    const parent = { image, kind: 'edit', prompt: 'a lighthouse' } as const
    await provider.generate(imageRequest(byValue('flux-kontext-pro'), { parent }), imageCall())
    expect(Buffer.from(fake.fileAt(String(inputOf().input_image)) ?? []).equals(image)).toBe(true)
  })

  it('sets the raw switch of Ultra, and reports that Flux 1.1 Pro has none', async () => {
    const ultra = await provider.generate(imageRequest(byValue('flux-1-1-pro-ultra'), { rawMode: true }), imageCall())
    expect([inputOf().raw, ultra.warnings]).toEqual([true, []])
    const pro = await provider.generate(imageRequest(byValue('flux-1-1-pro'), { rawMode: true }), imageCall())
    expect(inputOf().prompt_upsampling).toBe(false)
    expect(pro.warnings).toEqual(['Flux 1.1 Pro has no raw mode at Replicate: your words were sent as they are.'])
  })

  it('sends a white picture to a model that only changes pictures, and reports it', async () => {
    const answer = await provider.generate(imageRequest(byValue('flux-kontext'), { aspectRatio: '16:9' }), imageCall())
    const sheet = await sharp(dataUriBytes(String(inputOf().input_image))).metadata()
    expect(sheet.width / sheet.height).toBeCloseTo(16 / 9)
    expect(answer.warnings).toEqual(['Flux Kontext changes pictures: without one it began with a white sheet.'])
  })

  it.each([
    ['enhance', 0.35],
    ['edit', 0.6],
    ['remix', 0.7],
  ] as const)('paints over a picture to %s with a strength of %f', async (kind, strength) => {
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const parent = { image, kind, prompt: '' }
    await provider.generate(imageRequest(byValue('flux-krea'), { parent }), imageCall())
    expect(inputOf().prompt_strength).toBe(strength)
  })

  it('requests FLUX.2 in its own limits, with its parameters and a list of pictures', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const references = [{ bytes, role: 'content' } as const, { bytes, role: 'look' } as const]
    const request = imageRequest(byValue('flux-2-flex'), { aspectRatio: '16:9', resolution: '2K', references })
    await provider.generate(request, imageCall())
    expect(inputOf()).toMatchObject({ aspect_ratio: 'custom', width: 2048, height: 1152, steps: 30, guidance: 4.5 })
    expect(inputOf().input_images).toHaveLength(2)
  })

  it('asks for a model that an operator added in the form of the one that it is like', async () => {
    const added = {
      ...byValue('flux-krea'),
      value: 'my-krea',
      form: 'flux-krea',
      apiModel: 'black-forest-labs/flux-krea-dev',
      parameters: { megapixels: '0.25' },
    }
    await provider.generate(imageRequest(added), imageCall())
    expect(inputOf()).toMatchObject({ num_outputs: 1, megapixels: '0.25' })
  })

  it('requests the exact size from Seedream wherever its limits allow', async () => {
    await provider.generate(imageRequest(byValue('seedream-4'), { aspectRatio: '2:3', resolution: '2K' }), imageCall())
    expect(inputOf()).toMatchObject({ width: 1664, height: 2496 })
    await provider.generate(imageRequest(byValue('seedream-4'), { aspectRatio: '16:9', resolution: '4K' }), imageCall())
    expect(inputOf()).toMatchObject({ width: 4096, height: 2304 })
  })
})

describe('progress in the logs', () => {
  it.each([
    ['', null],
    ['Using seed: 3', null],
    [' 45%|####      | 13/28', 0.45],
    ['0%|  | 0/4\r 25%|##  | 1/4\n100%|####| 4/4', 1],
  ])('of %j is %j', (logs, fraction) => expect(fractionInLogs(logs)).toBe(fraction))
})
