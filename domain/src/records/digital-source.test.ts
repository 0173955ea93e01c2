import { describe, expect, it } from 'vitest'
import {
  composedSource,
  type DigitalSource,
  digitalSourceAfter,
  digitalSourceOfAll,
  type SourceStep,
} from './digital-source.ts'

const broughtIn: SourceStep = { sourceType: null, isEdit: false }
const made: SourceStep = { sourceType: 'trainedAlgorithmicMedia', isEdit: false }
const sketched: SourceStep = { sourceType: 'algorithmicMedia', isEdit: false }
const edit = (sourceType: SourceStep['sourceType']): SourceStep => ({ sourceType, isEdit: true })

describe('digitalSourceAfter', () => {
  it.each([
    ['a picture that was brought in', [broughtIn], null],
    ['a picture of a model', [made], 'trainedAlgorithmicMedia'],
    ['a picture of the built-in painter', [sketched], 'algorithmicMedia'],
    ['a branch of a brought-in picture', [broughtIn, made], 'trainedAlgorithmicMedia'],
    ['a branch by the painter of a picture of a model', [made, sketched], 'compositeWithTrainedAlgorithmicMedia'],
    ['an edit by a model', [broughtIn, edit('trainedAlgorithmicMedia')], 'compositeWithTrainedAlgorithmicMedia'],
    ['a crop of a picture of a model', [made, edit('humanEdits')], 'compositeWithTrainedAlgorithmicMedia'],
    ['a crop of a crop', [made, edit('humanEdits'), edit('humanEdits')], 'compositeWithTrainedAlgorithmicMedia'],
    ['a crop of a brought-in picture', [broughtIn, edit('humanEdits')], 'humanEdits'],
    ['a crop of a picture of the painter', [sketched, edit('humanEdits')], 'algorithmicMedia'],
    ['an edit by the painter', [sketched, edit('algorithmicMedia')], 'algorithmicMedia'],
  ] as const)('derives the term of %s', (_what, steps, source) =>
    expect((steps as readonly SourceStep[]).reduce<DigitalSource | null>(digitalSourceAfter, null)).toBe(source),
  )
})

describe('digitalSourceOfAll', () => {
  it('is a composite where one of several pictures is by a model', () => {
    expect(digitalSourceOfAll(['algorithmicMedia', 'trainedAlgorithmicMedia'])).toBe(
      'compositeWithTrainedAlgorithmicMedia',
    )
    expect(digitalSourceOfAll(['trainedAlgorithmicMedia', 'trainedAlgorithmicMedia'])).toBe('trainedAlgorithmicMedia')
    expect(digitalSourceOfAll([null, 'algorithmicMedia'])).toBe('algorithmicMedia')
    expect([digitalSourceOfAll([]), digitalSourceOfAll([null])]).toEqual([null, null])
  })
})

describe('composedSource', () => {
  it.each([
    [[], null],
    [[null, 'This machine'], null],
    [['Sketch', null], 'algorithmicMedia'],
    [['Flux Krea'], 'compositeWithTrainedAlgorithmicMedia'],
    [['Sketch', 'Flux Krea', null], 'compositeWithTrainedAlgorithmicMedia'],
  ] as const)('derives the term of a file that shows %j', (models, source) =>
    expect(composedSource(models)).toBe(source),
  )
})
