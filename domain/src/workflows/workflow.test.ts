import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chosenInputValues,
  findSlots,
  fitsGraph,
  inputControls,
  inputNames,
  inputsOf,
  isEditorWorkflow,
  isWorkflow,
  nodeName,
  slotValues,
  type WorkflowGraph,
  withValues,
} from './workflow.ts'

const node = (class_type: string, inputs: Record<string, unknown>, title?: string) => ({
  class_type,
  inputs,
  ...(title !== undefined && { _meta: { title } }),
})

/** The graph that ComfyUI opens with, as its API exports it. */
const plain: WorkflowGraph = {
  3: node('KSampler', {
    ...{ seed: 156_680_208_700_286, steps: 20, cfg: 8, sampler_name: 'euler', scheduler: 'normal', denoise: 1 },
    ...{ model: ['4', 0], positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] },
  }),
  4: node('CheckpointLoaderSimple', { ckpt_name: 'v1-5.safetensors' }),
  5: node('EmptyLatentImage', { width: 512, height: 512, batch_size: 1 }),
  6: node('CLIPTextEncode', { text: 'beautiful scenery', clip: ['4', 1] }),
  7: node('CLIPTextEncode', { text: 'text, watermark', clip: ['4', 1] }),
  8: node('VAEDecode', { samples: ['3', 0], vae: ['4', 2] }),
  9: node('SaveImage', { filename_prefix: 'ComfyUI', images: ['8', 0] }),
}
/** As Flux is run: a guider, sizes by numbers of their own, and a noise node. */
const flux: WorkflowGraph = {
  13: node('SamplerCustomAdvanced', { noise: ['25', 0], guider: ['22', 0], latent_image: ['27', 0] }),
  22: node('BasicGuider', { model: ['30', 0], conditioning: ['26', 0] }),
  25: node('RandomNoise', { noise_seed: 7 }),
  26: node('FluxGuidance', { guidance: 3.5, conditioning: ['6', 0] }),
  6: node('CLIPTextEncode', { text: ['50', 0], clip: ['11', 0] }),
  50: node('PrimitiveStringMultiline', { value: 'cute anime girl' }),
  27: node('EmptySD3LatentImage', { width: ['34', 0], height: ['35', 0], batch_size: 1 }),
  30: node('ModelSamplingFlux', { max_shift: 1.15, base_shift: 0.5, width: ['34', 0], height: ['35', 0] }),
  34: node('PrimitiveInt', { value: 768 }),
  35: node('PrimitiveInt', { value: 1_024 }),
}
const places = (graph: WorkflowGraph) => findSlots(graph).map(({ slot, node: id, input }) => `${slot}: ${id}.${input}`)

describe('inputs that are chosen for each picture', () => {
  const two: WorkflowGraph = {
    3: { class_type: 'KSampler', inputs: { steps: 20, model: ['1', 0] } },
    8: { class_type: 'KSampler', inputs: { steps: 8 } },
  }
  const described = { options: null, least: 1, most: 100, isWhole: true, isLong: false }
  const asked = [
    { node: '3', input: 'steps', name: 'KSampler · steps', ...described },
    { node: '9', input: 'steps', name: 'Gone · steps', ...described },
  ]

  it('have names of their own', () => {
    expect(inputNames(inputsOf(two))).toEqual(['KSampler · steps', 'KSampler 8 · steps'])
  })

  it('are controls with what the graph has; one that it does not have any more is none', () => {
    expect(inputControls(two, asked)).toEqual([{ name: 'KSampler · steps', usual: 20, ...described }])
  })

  it('go to their places by their names', () => {
    const chosen = [
      { name: 'KSampler · steps', value: 30 },
      { name: 'KSampler 8 · steps', value: 12 },
    ]
    expect(chosenInputValues(asked, chosen)).toEqual([{ node: '3', input: 'steps', value: 30 }])
  })
})

describe('findSlots', () => {
  it('finds the words that flow into the sampler, not those that it avoids', () => {
    expect(places(plain)).toEqual(['prompt: 6.text', 'seed: 3.seed', 'width: 5.width', 'height: 5.height'])
  })

  it('follows links to words and numbers that are nodes of their own', () => {
    expect(places(flux)).toEqual(['prompt: 50.value', 'seed: 25.noise_seed', 'width: 34.value', 'height: 35.value'])
  })

  it('puts words into every text of an encoder with several', () => {
    const sdxl = { ...plain, 6: node('CLIPTextEncodeSDXL', { text_g: 'a', text_l: 'a', width: 1_024, clip: ['4', 1] }) }
    expect(places(sdxl).filter((each) => each.startsWith('prompt'))).toEqual(['prompt: 6.text_g', 'prompt: 6.text_l'])
  })

  it('finds the picture and the mask that are loaded', () => {
    const graph = {
      ...plain,
      10: node('LoadImage', { image: 'example.png' }),
      11: node('LoadImage', { image: 'pose.png' }),
      12: node('LoadImageMask', { image: 'mask.png', channel: 'red' }),
    }
    expect(places(graph).slice(-2)).toEqual(['input image: 10.image', 'mask: 12.image'])
  })

  it('takes what is transparent in the picture as the mask, where a node reads that', () => {
    const graph = {
      ...plain,
      10: node('LoadImage', { image: 'example.png' }),
      11: node('VAEEncodeForInpaint', { pixels: ['10', 0], mask: ['10', 1], vae: ['4', 2], grow_mask_by: 6 }),
    }
    expect(places(graph).slice(-2)).toEqual(['input image: 10.image', 'mask: 10.image'])
  })

  it('leaves a picture whose title says that it is the mask to the mask', () => {
    const graph = {
      ...plain,
      10: node('LoadImage', { image: 'hole.png' }, 'Mask'),
      11: node('LoadImage', { image: 'example.png' }),
    }
    expect(places(graph).slice(-2)).toEqual(['input image: 11.image', 'mask: 10.image'])
  })

  it('takes a title before all that', () => {
    const graph = {
      ...plain,
      7: node('CLIPTextEncode', { text: 'mine', clip: ['4', 1] }, 'Prompt'),
      14: node('PrimitiveInt', { value: 5 }, 'seed, width'),
    }
    expect(places(graph)).toEqual(['prompt: 7.text', 'seed: 14.value', 'width: 14.value', 'height: 5.height'])
  })

  it('finds no prompt where words flow nowhere, and ends in a circle of links', () => {
    const circle = {
      1: node('KSampler', { positive: ['2', 0] }),
      2: node('Loop', { a: ['3', 0] }),
      3: node('Loop', { a: ['2', 0] }),
    }
    expect(places(circle)).toEqual([])
  })

  it('takes the only encoder where no sampler is known', () => {
    expect(places({ 1: node('SomeTextEncoder', { text: 'a' }) })).toEqual(['prompt: 1.text'])
  })

  it('finds places that the graph has, whatever the graph is', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.tuple(fc.constantFrom('1', '2', '3'), fc.nat(3)))
    const inputs = fc.dictionary(
      fc.constantFrom('text', 'seed', 'width', 'height', 'image', 'positive', 'conditioning', 'value'),
      value,
    )
    const anyNode = fc.record({
      class_type: fc.constantFrom('KSampler', 'EmptyLatentImage', 'LoadImage', 'CLIPTextEncode', 'PrimitiveInt'),
      inputs,
      _meta: fc.record({ title: fc.constantFrom('prompt', 'seed, width', 'mask', 'x') }),
    })
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('1', '2', '3'), anyNode, { minKeys: 1 }), (graph) => {
        const known = new Set(inputsOf(graph).map((each) => `${each.node} ${each.input}`))
        return findSlots(graph).every((each) => known.has(`${each.node} ${each.input}`))
      }),
    )
  })
})

describe('isWorkflow', () => {
  it.each([
    ['a graph for the API', plain, true],
    ['a graph of the editor', { nodes: [], links: [] }, false],
    ['nothing', {}, false],
    ['a list', [1], false],
    ['another file', { name: 'package', version: '1' }, false],
    ['a node without inputs', { 1: { class_type: 'A' } }, false],
    ['a title that is no text', { 1: { class_type: 'A', inputs: {}, _meta: { title: 5 } } }, false],
    ['null', null, false],
  ])('of %s is what it is', (_name, json, is) => expect(isWorkflow(json)).toBe(is))

  it('knows the form of the editor', () => {
    expect([isEditorWorkflow({ nodes: [], links: [] }), isEditorWorkflow(plain)]).toEqual([true, false])
  })
})

describe('a filled workflow', () => {
  it('has the values of a picture in their slots, and nothing else changed', () => {
    const filled = withValues(
      plain,
      slotValues(findSlots(plain), { prompt: 'a fox', seed: 5, width: 640, mask: 'm.png' }),
    )
    expect(filled[6]?.inputs).toEqual({ text: 'a fox', clip: ['4', 1] })
    expect(filled[3]?.inputs.seed).toBe(5)
    expect(filled[5]?.inputs).toEqual({ width: 640, height: 512, batch_size: 1 })
    expect(filled[7]).toBe(plain[7])
    expect(plain[6]?.inputs.text).toBe('beautiful scenery')
  })

  it('leaves out what the graph doesn’t have, and links', () => {
    const values = [
      { node: '6', input: 'clip', value: 'x' },
      { node: '99', input: 'text', value: 'x' },
      { node: '6', input: 'other', value: 'x' },
    ]
    expect(withValues(plain, values)).toEqual(plain)
  })
})

describe('fitsGraph', () => {
  it.each([
    [[{ slot: 'prompt', node: '6', input: 'text' }], true],
    [[{ slot: 'prompt', node: '6', input: 'clip' }], false],
    [[{ slot: 'seed', node: '6', input: 'text' }], false],
    [[{ slot: 'prompt', node: '3', input: 'seed' }], false],
    [[], true],
  ] as const)('of %j is %s', (given, fits) => expect(fitsGraph(plain, given)).toBe(fits))
})

describe('nodeName', () => {
  it.each([
    ['3', 'KSampler (node 3)'],
    ['99', 'node 99'],
  ])('of %s is %s', (id, name) => expect(nodeName(plain, id)).toBe(name))
  it('has the title', () => {
    expect(nodeName({ 1: node('KSampler', {}, 'My sampler') }, '1')).toBe("'My sampler' (KSampler, node 1)")
  })
})
