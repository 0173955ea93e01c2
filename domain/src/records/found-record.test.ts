import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exifOf, jpegWith, jpegWithXmp, packed, png, pngWith, utf8, utf16, webpWith } from '../testing/picture-files.ts'
import { findRecord as findRecordWith, type Unpack } from './found-record.ts'

/** Compressed texts of these tests are marked and unchanged. */
const unpack: Unpack = async (bytes) => (bytes[0] === packed[0] ? bytes.slice(1) : null)
const findRecord = (bytes: Uint8Array) => findRecordWith(bytes, unpack)

const text = 'a fox\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, Seed: 7, Size: 512x768, Model: dream'
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

describe('the record found in a picture', () => {
  it('is our own, before any other', async () => {
    const record = JSON.stringify({ prompt: 'ein schöner Fuchs 🦊', model: 'Flux', ancestors: [{}, {}] })
    expect(await findRecord(png(['tEXt', 'parameters', 'x'], ['iTXt', 'Espalier', record]))).toEqual({
      kind: 'ours',
      prompt: 'ein schöner Fuchs 🦊',
      model: 'Flux',
      ancestors: 2,
    })
    const packet = `<espalier:record>${record.replaceAll('&', '&amp;')}</espalier:record>`
    expect(await findRecord(jpegWithXmp(packet))).toMatchObject({ kind: 'ours', prompt: 'ein schöner Fuchs 🦊' })
  })

  it('is the text of AUTOMATIC1111, with what is not supported here', async () => {
    expect(await findRecord(png(['tEXt', 'parameters', text]))).toEqual({
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

  it('is the graph of ComfyUI', async () =>
    expect(await findRecord(png(['tEXt', 'workflow', '{}'], ['tEXt', 'prompt', graph]))).toMatchObject({
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

  it('is read from compressed texts, too', async () => {
    expect(await findRecord(png(['zTXt', 'parameters', text]))).toMatchObject({ prompt: 'a fox', model: 'dream' })
    const record = JSON.stringify({ prompt: 'ein schöner Fuchs 🦊', model: 'Flux' })
    expect(await findRecord(png(['packed iTXt', 'Espalier', record]))).toMatchObject({ prompt: 'ein schöner Fuchs 🦊' })
    expect(await findRecordWith(png(['zTXt', 'parameters', text]), async () => null)).toBeNull()
  })

  it.each([
    ['a JPEG', jpegWith],
    ['a WebP', webpWith],
    ['a PNG', pngWith],
  ])('is what AUTOMATIC1111 writes into the Exif of %s, in either byte order', async (_what, file) => {
    const words = text.replace('a fox', 'ein Füchslein 狐 🦊')
    for (const order of ['big', 'little'] as const)
      for (const bytes of [utf16(words, 'big'), utf16(words, 'little')]) {
        const comment = Uint8Array.from([...utf8('UNICODE\0'), ...bytes])
        expect(await findRecord(file(exifOf({ order, comment })))).toMatchObject({
          tool: 'AUTOMATIC1111',
          prompt: 'ein Füchslein 狐 🦊',
          model: 'dream',
        })
      }
  })

  it('is the comment in ASCII, but not the notes of a person or a camera', async () => {
    const plain = exifOf({ order: 'big', comment: utf8(`ASCII\0\0\0${text}`) })
    expect(await findRecord(jpegWith(plain))).toMatchObject({ prompt: 'a fox' })
    const noted = exifOf({ order: 'big', comment: utf8('ASCII\0\0\0Shot in the golden hour') })
    expect(await findRecord(jpegWith(noted))).toBeNull()
  })

  it('is the graph that ComfyUI writes into the fields for the camera', async () => {
    for (const [order, head] of [
      ['big', 'prompt:'],
      ['little', 'Prompt:'],
    ] as const) {
      const exif = exifOf({ order, model: `${head}${graph}\0`, make: 'workflow:{"nodes":[]}\0' })
      expect(await findRecord(webpWith(exif))).toMatchObject({ tool: 'ComfyUI', prompt: 'a fox' })
    }
    expect(await findRecord(jpegWith(exifOf({ order: 'big', model: 'X100\0', make: 'FUJIFILM\0' })))).toBeNull()
  })

  it('is null where there is none', async () => {
    expect(await findRecord(png(['tEXt', 'Software', 'Camera']))).toBeNull()
    expect(await findRecord(new Uint8Array())).toBeNull()
  })

  it('is read from any bytes, without an endless loop or an error', async () => {
    const exif = exifOf({ order: 'little', comment: utf8(`ASCII\0\0\0${text}`), model: `prompt:${graph}\0` })
    const files = [
      png(
        ['tEXt', 'parameters', 'a fox\nSteps: 1'],
        ['packed iTXt', 'Espalier', '{"prompt":1}'],
        ['tEXt', 'prompt', graph],
      ),
      jpegWith(exif),
      webpWith(exif),
    ]
    const broken = fc
      .record({
        file: fc.constantFrom(...files),
        edits: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 30 }),
        length: fc.nat(2_000),
      })
      .map(({ file, edits, length }) => {
        const bytes = file.slice(0, length)
        for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value
        return bytes
      })
    await fc.assert(
      fc.asyncProperty(broken, async (bytes) => {
        const found = await findRecord(bytes)
        expect(found === null || found.prompt.trim() !== '').toBe(true)
      }),
      { numRuns: 500 },
    )
    await fc.assert(
      fc.asyncProperty(fc.json(), async (any) => {
        await findRecord(png(['iTXt', 'prompt', any], ['iTXt', 'Espalier', any]))
      }),
    )
  })
})
