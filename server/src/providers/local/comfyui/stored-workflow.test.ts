import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSlots, type WorkflowGraph } from '#domain/workflows/workflow.ts'
import type { ImageProvider, StoredWorkflow } from '#server/providers/provider.ts'
import { editRequest, givenSize, isSelected } from '#server-testing/providers/edit-request.ts'
import { imageCall, imageRequest } from '#server-testing/providers/image-request.ts'
import { failureOf } from '#server-testing/providers/provider-under-test.ts'
import { picturesOfComfyUi, startComfyUiFake } from '#server-testing/vendors/comfyui-fake.ts'
import { readOrder } from '#server-testing/vendors/comfyui-graph.ts'
import { type readings, readMask } from '#server-testing/vendors/painted-edit.ts'
import { type VendorFake, vendorWords } from '#server-testing/vendors/vendor-fake.ts'
import { localModel } from '../local-model.ts'
import { createComfyUiProvider } from './comfyui-provider.ts'

const model = localModel({ provider: 'comfyui', engine: 'ComfyUI', prefix: 'workflow', id: 'mine', pictures: 1 })
const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs })

/** From words to a picture; no node has a title. */
const plain: WorkflowGraph = {
  1: node('CheckpointLoaderSimple', { ckpt_name: 'sdxl/base_1.0.safetensors' }),
  2: node('CLIPTextEncode', { text: 'scenery', clip: ['1', 1] }),
  3: node('CLIPTextEncode', { text: 'blurry', clip: ['1', 1] }),
  4: node('EmptyLatentImage', { width: 512, height: 512, batch_size: 1 }),
  5: node('KSampler', {
    ...{ seed: 4, steps: 20, cfg: 8, sampler_name: 'euler', scheduler: 'normal', denoise: 1 },
    ...{ model: ['1', 0], positive: ['2', 0], negative: ['3', 0], latent_image: ['4', 0] },
  }),
  6: node('VAEDecode', { samples: ['5', 0], vae: ['1', 2] }),
  7: node('SaveImage', { images: ['6', 0], filename_prefix: 'mine' }),
}
/** Paints into a mask: of a file of its own, or the transparency of the picture. */
const painting = (mask: 'red' | 'alpha' | 'of the picture'): WorkflowGraph => ({
  ...plain,
  4: node('VAEEncodeForInpaint', {
    ...{ pixels: ['8', 0], vae: ['1', 2], grow_mask_by: 6 },
    mask: mask === 'of the picture' ? ['8', 1] : ['9', 0],
  }),
  8: node('LoadImage', { image: 'example.png' }),
  ...(mask !== 'of the picture' && { 9: node('LoadImageMask', { image: 'example.png', channel: mask }) }),
})
const stored = (graph: WorkflowGraph): StoredWorkflow => ({
  graph,
  places: findSlots(graph),
  asked: [],
  loads: 'uploaded-alone',
})

describe('a workflow that was added in the app', () => {
  let fake: VendorFake
  let provider: ImageProvider
  beforeEach(async () => {
    fake = await startComfyUiFake()
    provider = createComfyUiProvider({ addresses: [fake.url], pollMs: 5 })
  })
  afterEach(() => fake.stop())

  const run = (graph: WorkflowGraph, over: Parameters<typeof imageRequest>[1] = {}) =>
    provider.generate(imageRequest(model, { workflow: stored(graph), ...over }), imageCall())
  /** The uploads in their order: folder, name, bytes. */
  const uploads = async () => {
    const forms = await Promise.all(
      fake.asked.filter(({ path }) => path === '/upload/image').map((each) => each.form()),
    )
    return Promise.all(
      forms.map(async (form) => {
        const file = form.get('image') as File
        return { path: `${form.get('subfolder')}/${file.name}`, bytes: Buffer.from(await file.arrayBuffer()) }
      }),
    )
  }
  const parent = async () => {
    const background = { r: 20, g: 90, b: 160 }
    const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } })
    return { image: await picture.png().toBuffer(), kind: 'remix' as const, prompt: 'a lake' }
  }
  const order = () => readOrder(fake.lastCreate().json())

  it('gets words, seed and size in its slots, and keeps everything else', async () => {
    await run(plain, { prompt: 'a fox', seed: 99, aspectRatio: '16:9' })
    expect(order()).toMatchObject({ seed: 99, size: { width: 1280, height: 720 } })
    const { prompt } = fake.lastCreate().json() as { prompt: WorkflowGraph }
    expect(prompt[2]?.inputs.text).toBe('a fox')
    expect(prompt[3]).toEqual(plain[3])
    expect(prompt[5]?.inputs).toEqual({ ...plain[5]?.inputs, seed: 99 })
  })

  it('says that it needs a picture, before any request', async () => {
    expect(await failureOf(run(painting('red')))).toMatchObject({
      code: 'invalid',
      message: 'This workflow needs a picture: attach one, or branch from one.',
    })
    expect(fake.creates()).toHaveLength(0)
  })

  it.each([
    ['a color of a file', 'red', 'white'],
    ['the transparency of a file', 'alpha', 'transparent'],
    ['the transparency of the picture', 'of the picture', 'transparent'],
  ] as const satisfies readonly (readonly [string, string, keyof typeof readings])[])(
    'gets the mask of an edit as %s',
    async (_name, mask, reading) => {
      const asked = { operation: 'change', maskUploadId: 'm' } as const
      const request = await editRequest(model, asked, { masked: true, words: 'a door' })
      await provider.generate({ ...request, workflow: stored(painting(mask)) }, imageCall())
      const uploads = await picturesOfComfyUi(fake.lastCreate(), fake)
      expect(uploads).toHaveLength(mask === 'of the picture' ? 1 : 2)
      const read = await Promise.all(uploads.map((bytes) => readMask(bytes, reading)))
      const probes = [
        [96, 60],
        [300, 290],
        [givenSize.width - 96, 60],
        [96, givenSize.height - 60],
      ] as const
      const seen = read.find(({ isChanged }) => isChanged(60 * givenSize.width + 96))
      expect(probes.map(([x, y]) => seen?.isChanged(y * givenSize.width + x))).toEqual(
        probes.map(([x, y]) => isSelected(x, y)),
      )
    },
  )

  it.each([
    [
      'a class that ComfyUI does not have',
      { ...plain, 5: node('SuperSampler', {}) },
      "ComfyUI refuses SuperSampler (node 5): Node 'SuperSampler' not found. The custom node may not be installed.",
    ],
    [
      'a value that it does not know',
      { ...plain, 1: { ...node('CheckpointLoaderSimple', { ckpt_name: 'gone.ckpt' }), _meta: { title: 'My model' } } },
      /^ComfyUI refuses 'My model' \(CheckpointLoaderSimple, node 1\): Value not in list: ckpt_name: "gone\.ckpt"/,
    ],
    [
      'no node that keeps a picture',
      Object.fromEntries(Object.entries(plain).filter(([id]) => id !== '7')),
      'ComfyUI refuses this workflow: Prompt has no outputs.',
    ],
  ] as const)('is refused with %s, by the name of the node', async (_name, graph, message) => {
    // A user's workflow is refused before it is sent.
    expect(await failureOf(run(graph, { workflow: { ...stored(graph), loads: 'stored-too' } }))).toMatchObject({
      code: 'invalid',
      health: 'reachable',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  it('of a user loads no file that the request does not upload, whatever was stored with it', async () => {
    const mask = { slot: 'mask', node: '8', input: 'image' } as const
    const graph = { ...plain, 8: node('LoadImage', { image: 'ComfyUI_00001_.png [output]' }) }
    const workflow = { ...stored(graph), places: [...findSlots(plain), mask] }
    expect(await failureOf(run(graph, { workflow }))).toMatchObject({ code: 'invalid' })
    const folder = { ...plain, 8: node('LoadImageDataSetFromFolder', { folder: 'espalier' }) }
    expect(await failureOf(run(folder))).toMatchObject({ code: 'invalid' })
    expect(fake.creates()).toHaveLength(0)
  })

  it('gets a mask of the whole picture where nothing is selected', async () => {
    await run(painting('red'), { parent: await parent() })
    const { prompt } = fake.lastCreate().json() as { prompt: WorkflowGraph }
    expect(prompt[9]?.inputs.image).not.toBe('example.png')
    const sent = (await uploads()).find(({ path }) => path === prompt[9]?.inputs.image)
    const read = await readMask(sent?.bytes ?? Buffer.alloc(0), 'white')
    expect([read.isChanged(0), read.isChanged(640 * 240 + 320)]).toEqual([true, true])
  })

  it('keeps its pictures in a folder of its own, cleared when its picture is there, and no result', async () => {
    await run(painting('red'), { parent: await parent() })
    await run(painting('red'), { parent: await parent() })
    const all = await uploads()
    const folders = new Set(all.map(({ path }) => path.split('/').slice(0, 2).join('/')))
    expect(folders.size).toBe(2)
    const last = new Map(all.map(({ path, bytes }) => [path, bytes]))
    expect(last.size).toBe(4)
    for (const bytes of last.values()) expect((await sharp(bytes).metadata()).width).toBe(1)
    const { prompt } = fake.lastCreate().json() as { prompt: WorkflowGraph }
    expect(prompt[7]).toEqual({ class_type: 'PreviewImage', inputs: { images: ['6', 0] } })
  })

  it('that fails while it runs says at which node', async () => {
    fake.play('fails')
    expect(await failureOf(run(plain))).toMatchObject({
      code: 'failed',
      message: `ComfyUI failed at KSampler (node 5): ${vendorWords}.`,
    })
  })

  it('waits for a ComfyUI that is away', async () => {
    await fake.stop()
    expect(provider.workflows?.isReachable()).toBe(false)
    expect(await failureOf(run(plain))).toMatchObject({ code: 'provider-down', health: 'unreachable' })
  })

  it('is described by what its nodes take, and which of them are of an extension or missing', async () => {
    const classes = [
      'KSampler',
      'LoadImage',
      'FilmGrain',
      'LoadImageMask',
      'CheckpointSave',
      'SuperSampler',
      'KSampler',
    ]
    const described = await provider.workflows?.describe(classes, new AbortController().signal)
    expect(provider.workflows?.isReachable()).toBe(true)
    expect([...(described ?? [])].map(([name, kind]) => [name, kind?.isOfExtension, kind?.storesModels])).toEqual([
      ['KSampler', false, false],
      ['LoadImage', false, false],
      ['FilmGrain', true, false],
      // It does not say where it is from.
      ['LoadImageMask', true, false],
      ['CheckpointSave', false, true],
      ['SuperSampler', undefined, undefined],
    ])
    expect(described?.get('KSampler')?.inputs.get('sampler_name')?.options).toEqual(['euler', 'dpmpp_2m'])
    expect(described?.get('KSampler')?.inputs.get('steps')).toMatchObject({ options: null, least: 1, most: 10_000 })
    expect(described?.get('LoadImage')?.inputs.get('image')).toMatchObject({ isFile: true })
    expect(fake.asked.filter(({ path }) => path.startsWith('/object_info/'))).toHaveLength(
      // What checkpoints can be sampled by was read before.
      1 + 6,
    )
  })
})
