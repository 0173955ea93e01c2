import fc from 'fast-check'
import type { EditRequest } from '../edit/operation.ts'
import { maxSeed } from '../generation/seed.ts'
import type { Recipe } from '../lineage/recipe.ts'
import { aspectRatios, resolutions } from '../models/aspect-ratio.ts'

/** A recipe with defaults. */
export const recipe = (over: Partial<Recipe> = {}): Recipe => ({
  prompt: 'a red fox',
  edit: null,
  model: 'Sketch',
  settings: { style: null, aspectRatio: '1:1', resolution: '1K', rawMode: false, seed: 7 },
  imagePrompts: [],
  styleReferences: [],
  parentImageId: null,
  ...over,
})

const word = fc.constantFrom(
  'a',
  'red',
  'fox',
  'Snow',
  'in',
  'the',
  'näve',
  '狐',
  '雪の',
  'лиса',
  'ثعلب',
  '🦊',
  ',',
  '.',
  '-',
)
const gap = fc.constantFrom(' ', '', '  ', '\n')

/** Texts that share words, in several scripts. */
export const anyText = fc
  .array(fc.tuple(word, gap), { maxLength: 14 })
  .map((words) => words.map(([text, space]) => text + space).join(''))

const id = fc.constantFrom('p', 'q', 'r', 's')
const ids = fc.uniqueArray(id, { maxLength: 4 })

/** Any recipe; two of them often share fields. */
export const anyRecipe: fc.Arbitrary<Recipe> = fc.record({
  edit: fc.option(
    fc.constantFrom<EditRequest>(
      { operation: 'instruct' },
      { operation: 'upscale', factor: 2 },
      { operation: 'upscale', factor: 4 },
    ),
  ),
  prompt: fc.oneof(anyText, fc.string({ unit: 'grapheme' })),
  model: fc.constantFrom('Sketch', 'Nano Banana', 'Flux 1.1 Pro'),
  settings: fc
    .record({
      style: fc.option(id),
      aspectRatio: fc.constantFrom(...aspectRatios),
      resolution: fc.constantFrom(...resolutions),
      rawMode: fc.boolean(),
      seed: fc.integer({ min: 0, max: maxSeed }),
    })
    .chain((settings) =>
      fc
        .option(
          fc.record(
            { steps: fc.integer({ min: 1, max: 50 }), sampler: fc.constantFrom('Euler', 'Heun') },
            { requiredKeys: ['steps'] },
          ),
          { nil: undefined },
        )
        .map((controls) => ({ ...settings, ...(controls && { controls }) })),
    ),
  imagePrompts: ids,
  styleReferences: ids,
  parentImageId: fc.option(id),
})
