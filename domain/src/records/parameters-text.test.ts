import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PictureParameters, readParameters, writeParameters } from './parameters-text.ts'

const parameters = (over: Partial<PictureParameters> = {}): PictureParameters => ({
  prompt: 'a red fox',
  negativePrompt: '',
  model: 'Flux',
  seed: 7,
  size: { width: 1_024, height: 768 },
  others: {},
  ...over,
})

describe('the parameters text of a picture', () => {
  it('is the prompt, and a last line of names and values', () =>
    expect(writeParameters(parameters({ negativePrompt: 'blurry', others: { Steps: '20' } }))).toBe(
      'a red fox\nNegative prompt: blurry\nSteps: 20, Seed: 7, Size: 1024x768, Model: Flux',
    ))

  it('is read as AUTOMATIC1111 writes it', () => {
    const text = `a fox, <lora:ink:0.8>
in the snow
Negative prompt: blurry, (hands:1.2)
Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 7, Seed: 965400086, Size: 512x768, Model hash: 6ce0161689, Model: v1-5-pruned, Lora hashes: "ink: 91a2", Version: v1.6.0`
    expect(readParameters(text)).toEqual({
      prompt: 'a fox, <lora:ink:0.8>\nin the snow',
      negativePrompt: 'blurry, (hands:1.2)',
      model: 'v1-5-pruned',
      seed: 965_400_086,
      size: { width: 512, height: 768 },
      others: {
        Steps: '20',
        Sampler: 'DPM++ 2M Karras',
        'CFG scale': '7',
        'Model hash': '6ce0161689',
        'Lora hashes': 'ink: 91a2',
        Version: 'v1.6.0',
      },
    })
  })

  it('is the prompt alone where there is nothing else', () =>
    expect(readParameters('a fox: red, quick')).toMatchObject({ prompt: 'a fox: red, quick', model: null, seed: null }))

  it.each(['Style: oil', 'Style: oil, Mood: calm'])('keeps %j as the last line of a prompt', (line) =>
    expect(readParameters(`a fox\n${line}`)).toMatchObject({ prompt: `a fox\n${line}`, others: {}, model: null }),
  )

  it('is null where it is empty, or far too long', () => {
    expect(readParameters(' \n ')).toBeNull()
    expect(readParameters('x'.repeat(300_000))).toBeNull()
  })

  it('is read back as it was written', () => {
    const words = fc
      .string({ maxLength: 60 })
      .map((text) => text.replaceAll(/[\r\n]/g, ' ').trim())
      .filter((text) => text !== '' && !text.startsWith('Negative prompt:'))
    fc.assert(
      fc.property(
        words,
        fc.oneof(fc.constant(''), words),
        words.filter((text) => !/^"|^\d/.test(text)),
        fc.nat(),
        (prompt, negativePrompt, model, seed) => {
          const written = parameters({ prompt, negativePrompt, model, seed })
          expect(readParameters(writeParameters(written))).toEqual(written)
        },
      ),
    )
  })

  it('is read from any text, without an endless loop or an error', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ',', ':', ' ', '"', '\\', '\n', 'Steps: 1', '\u0000') }),
        (text) => {
          const read = readParameters(text)
          expect(read === null || typeof read.prompt === 'string').toBe(true)
        },
      ),
    ))
})
