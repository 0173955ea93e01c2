import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enlargingEdits, inpaintingEdits } from '#domain/edit/vendor-edits.ts'
import type { Model } from '#domain/models/model.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import { editRequest } from '#server-testing/providers/edit-request.ts'
import { describeEdits } from '#server-testing/providers/edit-suite.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { describeProvider } from '#server-testing/providers/provider-suite.ts'
import { failureOf } from '#server-testing/providers/provider-under-test.ts'
import { picturesOfComfyUi, startComfyUiFake } from '#server-testing/vendors/comfyui-fake.ts'
import { readOrder } from '#server-testing/vendors/comfyui-graph.ts'
import type { VendorFake } from '#server-testing/vendors/vendor-fake.ts'
import { localModel } from '../local-model.ts'
import { checkpointWorkflow } from './checkpoint-workflow.ts'
import { createComfyUiProvider } from './comfyui-provider.ts'

const engine = { provider: 'comfyui', engine: 'ComfyUI', prefix: 'comfyui' } as const
const model = localModel({ ...engine, id: 'sdxl/base_1.0.safetensors', pictures: 1, edits: inpaintingEdits })
const inpainter = localModel({ ...engine, id: 'sdxl/inpainting_0.1.safetensors', pictures: 1, edits: inpaintingEdits })
const upscaler = localModel({
  ...engine,
  engine: 'ComfyUI upscaler',
  prefix: 'comfyui:upscale',
  id: '4x-UltraSharp.pth',
  pictures: 1,
  edits: enlargingEdits,
  editsAlone: true,
})
const signal = new AbortController().signal

describeProvider({
  name: 'ComfyUI',
  startFake: startComfyUiFake,
  createProvider: ({ url }) => createComfyUiProvider({ addresses: [url], pollMs: 5 }),
  models: [model],
  keyHeader: null,
  refusals: [],
  lacks: ['wrong-key', 'no-credit', 'rate-limited'],
  wrappings: ['event-stream', 'unknown-fields'],
  requests: 'remembered',
  cancel: 'by-call',
  keyCheck: 'unknown',
  progress: 'fraction',
  picturesIn: picturesOfComfyUi,
})

describeEdits({
  name: 'ComfyUI',
  startFake: startComfyUiFake,
  createProvider: ({ url }) => createComfyUiProvider({ addresses: [url], pollMs: 5 }),
  models: [model, inpainter, upscaler],
  masked: ['change', 'erase', 'extend'],
  pictureIn: async (create, fake) => (await picturesOfComfyUi(create, fake))[0] ?? new Uint8Array(),
  wordsIn: async (create) => JSON.stringify(create.json()),
  refusals: [],
})

describe('ComfyUI', () => {
  let fake: VendorFake
  let folder: string
  let warnings: string[]
  let provider: ImageProvider

  beforeEach(async () => {
    fake = await startComfyUiFake()
    folder = await mkdtemp(join(tmpdir(), 'workflows-'))
    warnings = []
    const warn = (message: string) => void warnings.push(message)
    provider = createComfyUiProvider({ addresses: [fake.url], workflowFolder: folder, warn, pollMs: 5 })
  })
  afterEach(async () => {
    await fake.stop()
    await rm(folder, { recursive: true })
  })

  const orderOf = () => readOrder(fake.lastCreate().json())
  const keep = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content))

  it('paints into a mask with the strength of the operation, and all of it with a checkpoint for that', async () => {
    const painted = async (by: Model, operation: 'change' | 'erase') => {
      const asked = { operation, maskUploadId: 'm' } as const
      await provider.generate(await editRequest(by, asked, { masked: true, words: 'a door' }), imageCall())
      return orderOf()?.nodes
    }
    expect((await painted(model, 'change'))?.get('KSampler')).toMatchObject({ denoise: 0.8 })
    expect((await painted(model, 'erase'))?.get('KSampler')).toMatchObject({ denoise: 1 })
    const trained = await painted(inpainter, 'change')
    expect(trained?.get('KSampler')).toMatchObject({ denoise: 1 })
    expect([trained?.has('InpaintModelConditioning'), trained?.has('SetLatentNoiseMask')]).toEqual([true, false])
  })

  it('enlarges to the size that is asked for, whatever the factor of the model', async () => {
    const request = await editRequest(upscaler, { operation: 'upscale', factor: 2 }, { masked: false, words: '' })
    const { bytes } = await provider.generate(request, imageCall())
    expect(orderOf()?.nodes.get('UpscaleModelLoader')).toEqual({ model_name: '4x-UltraSharp.pth' })
    expect(await inspectBytes(bytes)).toMatchObject({
      width: 2 * request.size.width,
      height: 2 * request.size.height,
    })
  })

  it('reports previews', async () => {
    fake.play('delivers-slowly')
    const call = imageCall()
    await provider.generate(imageRequest(model), call)
    expect(call.reports.some(({ preview }) => preview !== null)).toBe(true)
  })

  it('paints over a parent as far as its kind says, cropped to the frame', async () => {
    const { bytes } = await provider.generate(imageRequest(model), imageCall())
    const parent = { image: bytes, kind: 'enhance', prompt: 'a fox' } as const
    await provider.generate(imageRequest(model, { parent, aspectRatio: '16:9' }), imageCall())
    expect(orderOf()?.nodes.get('KSampler')).toMatchObject({ denoise: 0.35 })
    expect(orderOf()?.nodes.get('ImageScale')).toMatchObject({ width: 1280, height: 720, crop: 'center' })
  })

  it("lists the operator's workflows before the checkpoints, and leaves out unusable ones by name", async () => {
    await keep('Fine Art.json', checkpointWorkflow('picture').graph)
    await keep('words only.json', { 1: { class_type: 'Any', inputs: { text: '' }, _meta: { title: 'Prompt' } } })
    await keep('drawing.json', { nodes: [], links: [] })
    await writeFile(join(folder, 'torn.json'), '{')
    await writeFile(join(folder, 'notes.txt'), 'nothing')
    await provider.discover?.(signal)
    const found = (await provider.discover?.(signal)) ?? []
    expect(found.map(({ name, value, capabilities }) => [name, value, capabilities.supportsCustomRatios])).toEqual([
      ['Fine Art (ComfyUI workflow)', 'comfyui:workflow:fine-art', true],
      ['words only (ComfyUI workflow)', 'comfyui:workflow:words-only', false],
      ['base_1.0 (ComfyUI)', 'comfyui:base_1.0', true],
      ['inpainting_0.1 (ComfyUI)', 'comfyui:inpainting_0.1', true],
      ['4x-UltraSharp (ComfyUI upscaler)', 'comfyui:upscale:4x-ultrasharp', true],
    ])
    expect(warnings).toEqual([
      `The workflow ${join(folder, 'drawing.json')} is left out: it is no workflow in API form: use 'Export (API)' in ComfyUI.`,
      `The workflow ${join(folder, 'torn.json')} is left out: it can not be read as JSON.`,
    ])
  })

  it("runs the operator's workflow unchanged except for the marked nodes", async () => {
    const { graph } = checkpointWorkflow('words')
    const { sampler, checkpoint, ...rest } = structuredClone(graph) as Record<string, (typeof graph)[string]>
    const own = {
      ...rest,
      checkpoint: { ...checkpoint, inputs: { ckpt_name: 'sdxl/base_1.0.safetensors' } },
      sampler: { ...sampler, inputs: { ...sampler?.inputs, steps: 3 } },
    }
    await keep('mine.json', own)
    const [mine] = (await provider.discover?.(signal)) ?? []
    await provider.generate(imageRequest(mine!, { seed: 99, prompt: 'a fox' }), imageCall())
    expect(orderOf()?.nodes.get('KSampler')).toMatchObject({ seed: 99, steps: 3 })
  })

  it('reports that a workflow needs a picture, before any request', async () => {
    await keep('over.json', checkpointWorkflow('picture').graph)
    const [over] = (await provider.discover?.(signal)) ?? []
    expect(await failureOf(provider.generate(imageRequest(over!), imageCall()))).toMatchObject({
      code: 'invalid',
      message: 'This workflow needs a picture: attach one, or branch from one.',
    })
    expect(fake.creates()).toHaveLength(0)
  })

  it('is sent the prompt again after a restart in which it forgot the earlier one', async () => {
    const call = imageCall({ requestId: `${fake.url}/history/0b2d8f0e-forgotten` })
    const answer = await provider.generate(imageRequest(model), call)
    expect(call.remembered).toEqual([answer.requestId])
  })
})
