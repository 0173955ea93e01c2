import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageIdOf, orderNumOf, possibleGenerationIds } from './image-id.ts'

describe('the id of an image', () => {
  it('is the id of its generation, plus its index and one', () => {
    const generationId = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    expect([0, 3].map((orderNum) => imageIdOf(generationId, orderNum))).toEqual([
      '1b4e28ba-2fa1-41d2-883f-0016d3cca428',
      '1b4e28ba-2fa1-41d2-883f-0016d3cca42b',
    ])
  })

  it('wraps around at zero, and stays a valid id', () =>
    expect(imageIdOf('1b4e28ba-2fa1-41d2-883f-ffffffffffff', 0)).toBe('1b4e28ba-2fa1-41d2-883f-000000000000'))

  it('differs between the images of one generation and from the generation’s id', () => {
    fc.assert(
      fc.property(fc.uuid(), (generationId) => {
        const ids = [0, 1, 2, 3].map((orderNum) => imageIdOf(generationId, orderNum))
        expect(new Set([generationId, ...ids]).size).toBe(5)
      }),
    )
  })

  it('identifies its generation', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat({ max: 3 }), (generationId, orderNum) => {
        expect(possibleGenerationIds(imageIdOf(generationId, orderNum))).toContain(generationId)
      }),
    )
  })

  it('contains the index of its image and of no other', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.nat(15), (generationId, other, orderNum) => {
        expect(orderNumOf(generationId, imageIdOf(generationId, orderNum))).toBe(orderNum)
        expect(orderNumOf(generationId, other)).toBeNull()
        expect(orderNumOf(generationId, generationId)).toBeNull()
      }),
    )
  })
})
