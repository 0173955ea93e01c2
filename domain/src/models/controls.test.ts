import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ControlValues,
  changedControls,
  chosenControls,
  controlFields,
  controlsFault,
  controlsForModel,
  type ModelControls,
} from './controls.ts'

const anyInput = { options: null, least: null, most: null, isWhole: false, isLong: false }
const controls: ModelControls = {
  steps: { least: 1, most: 50, usual: 25, field: 'num_inference_steps' },
  guidance: { least: 0, most: 10, usual: 3.5, field: 'guidance' },
  sampler: { options: ['Euler', 'DPM++ 2M'], usual: null },
  format: { options: ['png', 'webp'], usual: 'png', field: 'output_format' },
  negativePrompt: { longest: 10, field: 'negative_prompt' },
  loras: {
    options: [
      { name: 'ink', triggers: ['inkwash'] },
      { name: 'film', triggers: [] },
    ],
  },
  inputs: {
    options: [
      { ...anyInput, name: 'KSampler · steps', usual: 20, least: 1, most: 60, isWhole: true },
      { ...anyInput, name: 'Paper · kind', usual: 'laid', options: ['laid', 'wove'] },
      { ...anyInput, name: 'Paper · folded', usual: false },
      { ...anyInput, name: 'Unwanted · text', usual: 'blurry', isLong: true },
    ],
  },
}
const all: ControlValues = {
  steps: 30,
  guidance: 0,
  sampler: 'Euler',
  format: 'webp',
  negativePrompt: 'blurry',
  loras: [{ name: 'ink', weight: 0.8 }],
  inputs: [
    { name: 'KSampler · steps', value: 30 },
    { name: 'Paper · folded', value: true },
  ],
}
const someValues: fc.Arbitrary<ControlValues> = fc.record(
  {
    steps: fc.integer({ min: -5, max: 60 }),
    guidance: fc.float({ min: -1, max: 12, noNaN: true }),
    sampler: fc.constantFrom('Euler', 'Heun', ''),
    format: fc.constantFrom('png', 'gif'),
    negativePrompt: fc.string({ maxLength: 12 }),
    loras: fc.array(fc.record({ name: fc.constantFrom('ink', 'gone'), weight: fc.constant(1) }), { maxLength: 3 }),
    inputs: fc.array(
      fc.record({
        name: fc.constantFrom('KSampler · steps', 'Paper · kind', 'gone'),
        value: fc.constantFrom(30, 61, 'wove', true),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
)

describe('what a model can be asked for', () => {
  it('is everything within what it declares', () => {
    expect(controlsFault(controls, all)).toBeNull()
    expect(controlsFault(undefined, undefined)).toBeNull()
  })

  it.each([
    [{ steps: 51 }, 'takes a number of steps from 1 to 50'],
    [{ guidance: -1 }, 'takes a guidance from 0 to 10'],
    [{ sampler: 'Heun' }, 'has no sampler named Heun'],
    [{ format: 'gif' }, 'has no format named gif'],
    [{ negativePrompt: 'x'.repeat(11) }, 'takes a negative prompt of at most 10 characters'],
    [{ loras: [{ name: 'gone', weight: 1 }] }, 'has no LoRA named gone'],
    [{ loras: Array(6).fill({ name: 'ink', weight: 1 }) }, 'takes at most 5 LoRAs'],
    [{ loras: Array(2).fill({ name: 'ink', weight: 1 }) }, 'takes each LoRA once'],
    [{ inputs: [{ name: 'gone', value: 1 }] }, 'has no input named gone'],
    [{ inputs: [{ name: 'KSampler · steps', value: '30' }] }, 'takes another kind of value for KSampler · steps'],
    [{ inputs: [{ name: 'KSampler · steps', value: 0 }] }, 'takes KSampler · steps from 1 on'],
    [{ inputs: [{ name: 'KSampler · steps', value: 61 }] }, 'takes KSampler · steps up to 60'],
    [{ inputs: [{ name: 'KSampler · steps', value: 2.5 }] }, 'takes a whole number for KSampler · steps'],
    [{ inputs: [{ name: 'Paper · kind', value: 'rag' }] }, 'has no rag for Paper · kind'],
    [
      { inputs: [{ name: 'Unwanted · text', value: 'x'.repeat(4_001) }] },
      'takes at most 4000 characters for Unwanted · text',
    ],
    [{ inputs: Array(2).fill({ name: 'Paper · kind', value: 'wove' }) }, 'takes each input once'],
  ] satisfies [ControlValues, string][])('is not %j', (values, fault) => {
    expect(controlsFault(controls, values)).toBe(fault)
  })

  it('is nothing that it does not declare', () => {
    expect(controlsFault({}, { steps: 20 })).toBe('has no number of steps to choose')
    expect(controlsFault(undefined, { sampler: 'Euler' })).toBe('has no sampler to choose')
  })
})

describe('a LoRA by its address', () => {
  const byAddress: ModelControls = { loras: { options: [], byAddress: true } }
  const at = (name: string): ControlValues => ({ loras: [{ name, weight: 1 }] })

  it('is taken where the model takes addresses', () => {
    const address = 'https://example.com/ink.safetensors?download=true'
    expect(controlsFault(byAddress, at(address))).toBeNull()
    expect(controlsFault(controls, at(address))).toBe(`has no LoRA named ${address}`)
  })

  it.each(['ink', 'http://example.com/ink', 'https://example.com', 'https://user:word@example.com/a', 'https://a/b c'])(
    'is not %s',
    (name) => {
      expect(controlsFault(byAddress, at(name))).toBe('takes a LoRA by the https address of its file')
    },
  )
})

describe('the controls wanted from another model', () => {
  it('keeps each input that the workflow still lets people choose', () => {
    const { inputs } = controls
    const [steps] = inputs?.options ?? []
    expect(controlsForModel(all, { inputs: { options: steps ? [steps] : [] } })).toEqual({
      inputs: [{ name: 'KSampler · steps', value: 30 }],
    })
  })

  it('keeps what that model has, and nothing else', () => {
    expect(controlsForModel(all, controls)).toEqual(all)
    expect(controlsForModel(all, { steps: { least: 1, most: 8, usual: 4 }, negativePrompt: { longest: 100 } })).toEqual(
      {
        negativePrompt: 'blurry',
      },
    )
    expect(controlsForModel(all, undefined)).toBeUndefined()
  })

  it('is never refused by the model', () => {
    fc.assert(fc.property(someValues, (wanted) => controlsFault(controls, controlsForModel(wanted, controls)) === null))
  })
})

describe('what was chosen', () => {
  it('has no empty texts and lists', () => {
    expect(chosenControls({ steps: 20, negativePrompt: '', loras: [] })).toEqual({ steps: 20 })
    expect(chosenControls({ negativePrompt: '' })).toBeUndefined()
    expect(chosenControls(null)).toBeUndefined()
  })

  it('is sent by the names of the provider', () => {
    expect(controlFields(controls, all)).toEqual({
      num_inference_steps: 30,
      guidance: 0,
      output_format: 'webp',
      negative_prompt: 'blurry',
    })
    expect(controlFields(controls, undefined)).toEqual({})
  })
})

describe('a change of what was chosen', () => {
  it('leaves the rest of another choice as it is', () => {
    const change = { before: { steps: 20, sampler: 'Euler' }, after: { steps: 30 } }
    expect(changedControls({ guidance: 4, sampler: 'Heun', steps: 5 }, change)).toEqual({ guidance: 4, steps: 30 })
    expect(changedControls(undefined, { before: { steps: 20 }, after: undefined })).toBeUndefined()
  })

  it('applied to its own original gives the other', () => {
    fc.assert(
      fc.property(someValues, someValues, (a, b) => {
        const [before, after] = [chosenControls(a), chosenControls(b)]
        expect(changedControls(before, { before, after })).toEqual(after)
      }),
    )
  })
})
