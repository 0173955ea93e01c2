import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isReferenceName,
  promptWithReferences,
  referenceNameFrom,
  referenceNamesIn,
  type SentReference,
  withReferencePictures,
  withRenamedReference,
} from './named-reference.ts'

const anna: SentReference = { name: 'anna', versionId: 'v1', kind: 'character', pictureIds: ['a1', 'a2'] }
const bottle: SentReference = { name: 'bottle', versionId: 'v2', kind: 'product', pictureIds: ['b1'] }

describe('the names of references in a prompt', () => {
  it.each([
    ['@anna at the sea', ['anna']],
    ['@anna with @bottle, @Anna again', ['anna', 'bottle']],
    ['(@anna), "@bottle"', ['anna', 'bottle']],
    ['@安娜 和 @אנה', ['安娜', 'אנה']],
    ['write to mail@anna.example', []],
    ['@ alone, @@anna, @-x', []],
    ['a fox', []],
  ])('of %s are %j', (prompt, names) => {
    expect(referenceNamesIn(prompt)).toEqual(names)
  })

  it.each(['anna', 'mood-2', '安娜', 'x_1'])('can be %s', (name) => expect(isReferenceName(name)).toBe(true))
  it.each(['', 'two words', '@anna', '-x', 'x'.repeat(61)])('can not be %j', (name) =>
    expect(isReferenceName(name)).toBe(false),
  )
})

describe('referenceNameFrom', () => {
  it.each([
    ['For the client!', 'For-the-client'],
    ['Anna’s look – 2', 'Annas-look-2'],
    ['  “Mood” (v_1) ', 'Mood-v_1'],
    ['雪の港', '雪の港'],
    ['__light', 'light'],
    ['– …', ''],
  ])('makes of %j the name %j', (title, name) => expect(referenceNameFrom(title)).toBe(name))

  it('gives a name of a reference, or nothing', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (title) => {
        const name = referenceNameFrom(title)
        expect(name === '' || isReferenceName(name)).toBe(true)
      }),
    ))
})

describe('a prompt with references, as it is sent', () => {
  it('names the places of their pictures', () => {
    expect(promptWithReferences('@anna holds @bottle', [anna, bottle], ['x', 'b1', 'a1', 'a2'])).toBe(
      'anna (the person in images 3 and 4) holds bottle (the product in image 2)',
    )
  })

  it('has the name alone where no picture is sent', () => {
    expect(promptWithReferences('@Anna smiles', [anna], [])).toBe('Anna smiles')
  })

  it('keeps names that are no reference as they are written', () => {
    expect(promptWithReferences('@nobody and mail@anna.example', [anna], ['a1'])).toBe('@nobody and mail@anna.example')
  })
})

describe('withReferencePictures', () => {
  const anna = { name: 'anna', versionId: 'v', kind: 'character' as const, pictureIds: ['a', 'b'] }
  const mood = { name: 'mood', versionId: 'w', kind: 'look' as const, pictureIds: ['b', 'c'] }

  it('adds pictures in their role, each once, as far as the model takes them', () => {
    expect(withReferencePictures([anna, mood], { imagePrompts: ['x'], styleReferences: [] }, 3)).toEqual({
      imagePrompts: ['x', 'a', 'b'],
      styleReferences: [],
      references: [anna, { ...mood, pictureIds: ['b'] }],
    })
    expect(withReferencePictures([mood], { imagePrompts: [], styleReferences: [] }, 6).styleReferences).toEqual([
      'b',
      'c',
    ])
  })
})

describe('withRenamedReference', () => {
  it('writes the new name for the old one alone, in any case of letters', () => {
    expect(withRenamedReference('@Anna and @annabel, anna@anna.example', { from: 'anna', to: 'eve' })).toBe(
      '@eve and @annabel, anna@anna.example',
    )
  })

  it('keeps the spelling of a name that has changed its letters’ case alone', () => {
    expect(withRenamedReference('@ANNA smiles', { from: 'anna', to: 'Anna' })).toBe('@ANNA smiles')
  })
})
