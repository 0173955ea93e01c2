import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRecipe, recipe } from '../testing/recipes.ts'
import { applyDifference } from './apply-difference.ts'
import type { JudgedImage } from './judged-image.ts'
import { type PathCard, pathSteps } from './path-steps.ts'

const card = (id: string, over: Partial<PathCard> = {}): PathCard => ({
  ...recipe(),
  id,
  images: [0, 1, 2, 3].map((place) => ({ id: `${id}-${place}`, status: 'completed', feedback: [] })),
  ...over,
})
const images = (id: string, ...given: Partial<JudgedImage>[]): PathCard['images'] =>
  given.map((each, place) => ({ id: `${id}-${place}`, status: 'completed', feedback: [], ...each }))

describe('the steps of a path', () => {
  it('lead through the images that were branched from, to the requested one', () => {
    const steps = pathSteps([card('a'), card('b', { parentImageId: 'a-2', prompt: 'a blue fox' })], 'b-3')
    expect(steps.map(({ imageId }) => imageId)).toEqual(['a-2', 'b-3'])
    expect(steps[0]?.difference).toBe(null)
    expect(steps[1]?.difference?.prompt?.map(({ text }) => text)).toEqual(['a ', 'red', 'blue', ' fox'])
  })

  it('show the best image of a card whose own is missing, and none where there is none', () => {
    const starred = images('a', {}, { feedback: ['star'] })
    const failed = images('b', { status: 'failed' })
    const steps = pathSteps(
      [card('a', { images: starred }), card('b', { images: failed, parentImageId: 'gone' })],
      null,
    )
    expect(steps.map(({ imageId }) => imageId)).toEqual(['a-1', null])
  })

  it('applied one after the other lead from the root to the end', () =>
    fc.assert(
      fc.property(fc.array(anyRecipe, { minLength: 1, maxLength: 6 }), (recipes) => {
        const path = recipes.map((each, place) => card(`${place}`, each))
        const [first, ...steps] = pathSteps(path, null)
        if (!first) return
        const end = steps.reduce(
          (made, { difference }) => applyDifference(made, difference ?? {}),
          recipes[0] ?? recipe(),
        )
        expect(end).toEqual(recipes.at(-1))
      }),
    ))
})
