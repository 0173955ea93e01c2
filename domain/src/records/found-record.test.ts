import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aspectRatios, pixelSize, resolutions } from '../models/aspect-ratio.ts'
import { findRecord, nearestShape } from './found-record.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const u32 = (value: number) => Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
const chunk = (type: string, data: Uint8Array) => [u32(data.length), bytesOf(type), data, u32(0)]
const join = (parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const png = (...texts: [type: 'tEXt' | 'iTXt', keyword: string, text: string][]) =>
  join([
    bytesOf('\x89PNG\r\n\x1a\n'),
    ...chunk('IHDR', new Uint8Array(13)),
    ...texts.flatMap(([type, keyword, text]) =>
      chunk(
        type,
        type === 'tEXt' ? bytesOf(`${keyword}\0${text}`) : join([bytesOf(`${keyword}\0\0\0\0\0`), utf8(text)]),
      ),
    ),
    ...chunk('IEND', new Uint8Array()),
  ])

const graph = JSON.stringify({
  '3': {
    class_type: 'KSampler',
    inputs: { seed: 42, steps: 20, cfg: 8, positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'dream.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 832, height: 1248 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a fox', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
})

describe('what a picture says of how it was made', () => {
  it('is our own record, before anything else', () => {
    const record = JSON.stringify({ prompt: 'ein schöner Fuchs 🦊', model: 'Flux', ancestors: [{}, {}] })
    expect(findRecord(png(['tEXt', 'parameters', 'x'], ['iTXt', 'Espalier', record]))).toEqual({
      kind: 'ours',
      prompt: 'ein schöner Fuchs 🦊',
      model: 'Flux',
      ancestors: 2,
    })
    const packet = `\xff\xd8...<espalier:record>${record.replaceAll('&', '&amp;')}</espalier:record>`
    expect(findRecord(utf8(packet))).toMatchObject({ kind: 'ours', prompt: 'ein schöner Fuchs 🦊' })
  })

  it('is the text of AUTOMATIC1111, with what can not be asked for here', () => {
    const text = 'a fox\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, Seed: 7, Size: 512x768, Model: dream'
    expect(findRecord(png(['tEXt', 'parameters', text]))).toEqual({
      kind: 'foreign',
      tool: 'AUTOMATIC1111',
      prompt: 'a fox',
      aspectRatio: '2:3',
      resolution: '1K',
      model: 'dream',
      unmapped: [
        { name: 'Negative prompt', value: 'blurry' },
        { name: 'Seed', value: '7' },
        { name: 'Size', value: '512 × 768' },
        { name: 'Steps', value: '20' },
        { name: 'Sampler', value: 'Euler a' },
      ],
    })
  })

  it('is the graph of ComfyUI', () =>
    expect(findRecord(png(['tEXt', 'workflow', '{}'], ['tEXt', 'prompt', graph]))).toMatchObject({
      tool: 'ComfyUI',
      prompt: 'a fox',
      aspectRatio: '2:3',
      model: 'dream.safetensors',
      unmapped: [
        { name: 'Negative prompt', value: 'blurry' },
        { name: 'Seed', value: '42' },
        { name: 'steps', value: '20' },
        { name: 'cfg', value: '8' },
      ],
    }))

  it('is nothing where there is nothing', () => {
    expect(findRecord(png(['tEXt', 'Software', 'Camera']))).toBeNull()
    expect(findRecord(new Uint8Array())).toBeNull()
  })

  it('is read of whatever bytes there are, without an end or an error', () => {
    const whole = png(
      ['tEXt', 'parameters', 'a fox\nSteps: 1'],
      ['iTXt', 'Espalier', '{"prompt":1}'],
      ['tEXt', 'prompt', graph],
    )
    const edits = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 30 })
    fc.assert(
      fc.property(edits, fc.nat(whole.length), (changes, length) => {
        const bytes = whole.slice(0, length)
        for (const [at, value] of changes) if (at < length) bytes[at] = value
        const found = findRecord(bytes)
        expect(found === null || found.prompt.trim() !== '').toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.json(), (text) => {
        findRecord(png(['iTXt', 'prompt', text], ['iTXt', 'Espalier', text]))
      }),
    )
  })
})

describe('the shape nearest to a size', () => {
  it('is the very one where the size is one of ours', () => {
    for (const aspectRatio of aspectRatios)
      for (const resolution of resolutions)
        expect(nearestShape(pixelSize(aspectRatio, resolution))).toEqual({ aspectRatio, resolution })
  })

  it('is 1:1 at 1K without one', () => {
    expect(nearestShape(null)).toEqual({ aspectRatio: '1:1', resolution: '1K' })
    expect(nearestShape({ width: 0, height: 9 })).toEqual({ aspectRatio: '1:1', resolution: '1K' })
  })
})
