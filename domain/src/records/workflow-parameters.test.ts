import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWorkflow } from './workflow-parameters.ts'

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>

const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs })
const encoded = (text: unknown) => node('CLIPTextEncode', { text, clip: ['4', 1] })
const prompt = 'a lighthouse, stormy sea'

/** A graph of one sampler. @param more Nodes in place of its own, or beside them. */
function graphOf(more: Graph = {}, sampler: Record<string, unknown> = {}): string {
  const own = { seed: 42, steps: 20, cfg: 7, positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] }
  return JSON.stringify({
    '3': node('KSampler', { ...own, ...sampler }),
    '4': node('CheckpointLoaderSimple', { ckpt_name: 'someXL_v1' }),
    '5': node('EmptyLatentImage', { width: 512, height: 768, batch_size: 1 }),
    '6': encoded(prompt),
    '7': encoded('blurry'),
    ...more,
  })
}

const expected = { prompt, negativePrompt: 'blurry', model: 'someXL_v1', seed: 42, size: { width: 512, height: 768 } }

describe('readWorkflow', () => {
  it.each<[string, string]>([
    ['an encoder', graphOf()],
    [
      'a multiline primitive',
      graphOf({ '6': encoded(['8', 0]), '8': node('PrimitiveStringMultiline', { value: prompt }) }),
    ],
    ['a string node', graphOf({ '6': encoded(['8', 0]), '8': node('StringConstantMultiline', { string: prompt }) })],
    [
      'joined strings',
      graphOf({
        '6': encoded(['8', 0]),
        '8': node('StringConcatenate', { string_a: 'a lighthouse', string_b: ['9', 0], delimiter: ', ' }),
        '9': node('PrimitiveString', { value: 'stormy sea' }),
      }),
    ],
    [
      'the encoder of SDXL',
      graphOf({ '6': node('CLIPTextEncodeSDXL', { text_g: prompt, text_l: 'x', clip: ['4', 1] }) }),
    ],
    ['the encoder of Flux', graphOf({ '6': node('CLIPTextEncodeFlux', { clip_l: '', t5xxl: prompt, guidance: 3.5 }) })],
    [
      'a switch',
      graphOf({
        '6': encoded(['8', 0]),
        '8': node('ImpactSwitch', { select: 2, input1: 'x', input2: ['9', 0] }),
        '9': node('PrimitiveString', { value: prompt }),
      }),
    ],
    [
      'a ControlNet, by the output that is linked',
      graphOf(
        {
          '10': node('ControlNetApplyAdvanced', {
            strength: 1,
            positive: ['6', 0],
            negative: ['7', 0],
            control_net: ['11', 0],
          }),
        },
        { positive: ['10', 0], negative: ['10', 1] },
      ),
    ],
    [
      'a loader with both texts',
      graphOf(
        { '8': node('Efficient Loader', { ckpt_name: 'someXL_v1', positive: prompt, negative: 'blurry' }) },
        { positive: ['8', 1], negative: ['8', 2] },
      ),
    ],
    [
      'a graph with numbers of Python',
      graphOf({ '9': { ...node('LoadImageListFromDir', { x: 1 }), is_changed: [0] } as Graph[string] }).replace(
        '[0]}}',
        '[NaN,-Infinity]}}',
      ),
    ],
  ])('finds the texts of both sides behind %s', (_form, graph) => expect(readWorkflow(graph)).toMatchObject(expected))

  it('finds the prompt behind a guider without a negative side', () => {
    const graph = JSON.stringify({
      '2': encoded('another text'),
      '6': encoded(prompt),
      '13': node('SamplerCustomAdvanced', { noise: ['25', 0], guider: ['22', 0], latent_image: ['5', 0] }),
      '22': node('BasicGuider', { model: ['4', 0], conditioning: ['26', 0] }),
      '25': node('RandomNoise', { noise_seed: 42 }),
      '26': node('FluxGuidance', { guidance: 3.5, conditioning: ['6', 0] }),
    })
    expect(readWorkflow(graph)).toMatchObject({ prompt, negativePrompt: '', seed: 42 })
  })

  it('finds no negative prompt behind a conditioning that was set to zero', () => {
    const graph = graphOf({ '8': node('ConditioningZeroOut', { conditioning: ['6', 0] }) }, { negative: ['8', 0] })
    expect(readWorkflow(graph)).toMatchObject({ prompt, negativePrompt: '' })
  })

  it('keeps a seed beyond 2^53 as it was written', () => {
    const graph = graphOf().replace('"seed":42', '"seed":1125899906842624001')
    expect(readWorkflow(graph)).toMatchObject({ seed: null, others: { Seed: '1125899906842624001' } })
  })

  it('keeps NaN and long numbers that stand in a text', () => {
    const text = 'NaN bread, 1125899906842624001 crumbs, "-Infinity"'
    expect(readWorkflow(graphOf({ '6': encoded(text), '9': node('Foo', { x: 0 }) }))).toMatchObject({ prompt: text })
  })

  it('ends in a circle, and in nodes that join others many times', () => {
    const circle = graphOf({ '6': encoded(['8', 0]), '8': node('Reroute', { any: ['6', 0] }) })
    expect(readWorkflow(circle)).toBeNull()
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at): [string, Graph[string]] => [
        `j${at}`,
        node('StringConcatenate', { string_a: [`j${at + 1}`, 0], string_b: [`j${at + 1}`, 0] }),
      ]),
    )
    expect(readWorkflow(graphOf({ ...many, '6': encoded(['j0', 0]) }))).toBeNull()
  })

  it('is null for any other JSON', () =>
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(readWorkflow(json)).toBeNull()
      }),
    ))
})
