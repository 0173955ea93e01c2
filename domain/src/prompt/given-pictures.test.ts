import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givenPictures } from './given-pictures.ts'

const none = { imagePrompts: [], styleReferences: [] }
const character = (...pictureIds: string[]) => ({ kind: 'character' as const, pictureIds })
const look = (...pictureIds: string[]) => ({ kind: 'look' as const, pictureIds })

describe('givenPictures', () => {
  it('leaves out the pictures that references have added', () => {
    const sent = { imagePrompts: ['given', 'anna 1', 'anna 2', 'bottle'], styleReferences: ['style', 'mood'] }
    expect(givenPictures(sent, [character('anna 1', 'anna 2'), look('mood'), character('bottle')])).toEqual({
      imagePrompts: ['given'],
      styleReferences: ['style'],
    })
  })

  it('keeps all pictures of a card without references', () => {
    const sent = { imagePrompts: ['a', 'b'], styleReferences: ['c'] }
    expect(givenPictures(sent, [])).toEqual(sent)
  })

  it('keeps a picture of a reference that stands before one that was given', () => {
    const sent = { ...none, imagePrompts: ['anna 2', 'given', 'anna 1'] }
    expect(givenPictures(sent, [character('anna 1', 'anna 2')]).imagePrompts).toEqual(['anna 2', 'given'])
  })

  it('gives what sends the same pictures again, whatever was given', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(ids, ids, (given, ofReference) => {
        const send = (list: readonly string[]) => [...list, ...ofReference.filter((id) => !list.includes(id))]
        const imagePrompts = send(given)
        expect(send(givenPictures({ ...none, imagePrompts }, [character(...ofReference)]).imagePrompts)).toEqual(
          imagePrompts,
        )
      }),
    )
  })
})
