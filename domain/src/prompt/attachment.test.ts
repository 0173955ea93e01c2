import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referencesOf } from '../generation/references.ts'
import {
  type Attachment,
  type AttachmentLimits,
  attachmentKinds,
  attachmentNumbers,
  leftOutOfStyle,
  sentAttachments,
  unsentReasons,
  withAttachment,
  withoutAttachment,
} from './attachment.ts'

const attached = (kind: Attachment['kind'], id: string): Attachment => ({ kind, id, name: id, thumbnailUrl: `/${id}` })
const limits = (over: Partial<AttachmentLimits> = {}): AttachmentLimits => ({
  capabilities: { supportsStyles: true, supportsImagePrompts: true },
  mostImagePrompts: 2,
  ...over,
})
const lists = array(
  record({
    kind: constantFrom(...attachmentKinds),
    id: constantFrom('a', 'b', 'c', 'd'),
    name: constantFrom('x'),
    thumbnailUrl: constantFrom('/x'),
  }),
).map((all) => all.reduce<readonly Attachment[]>(withAttachment, []))

describe('the numbers on the chips', () => {
  it('count by order within the type: a look is a style', () =>
    expect(
      attachmentNumbers([
        attached('style', 's'),
        attached('prompt', 'p'),
        attached('look', 'l'),
        attached('prompt', 'q'),
      ]),
    ).toEqual([1, 1, 2, 2]))

  it('are renumbered when one is removed', () => {
    const all = [attached('prompt', 'p'), attached('prompt', 'q')]
    expect(attachmentNumbers(withoutAttachment(all, attached('prompt', 'p')))).toEqual([1])
  })
})

describe('attaching', () => {
  it('appends the new one', () =>
    expect(withAttachment([attached('prompt', 'p')], attached('look', 'l'))).toEqual([
      attached('prompt', 'p'),
      attached('look', 'l'),
    ]))

  it('replaces the first style by another one', () =>
    expect(withAttachment([attached('style', 's'), attached('prompt', 'p')], attached('style', 't'))).toEqual([
      attached('style', 't'),
      attached('prompt', 'p'),
    ]))

  it('ignores a duplicate, but allows a picture both for its content and for its look', () => {
    const all = [attached('prompt', 'p')]
    expect(withAttachment(all, attached('prompt', 'p'))).toBe(all)
    expect(withAttachment(all, attached('look', 'p'))).toHaveLength(2)
  })

  it('and removing again changes nothing', () =>
    assert(
      property(lists, (all) => {
        const added = attached('prompt', 'new')
        expect(withoutAttachment(withAttachment(all, added), added)).toEqual(all)
      }),
    ))
})

describe('the attachments that are sent to a model', () => {
  const all = [attached('style', 's'), attached('prompt', 'p'), attached('look', 'l'), attached('prompt', 'q')]

  it('are everything it supports', () =>
    expect(sentAttachments(all, limits({ mostImagePrompts: 3 }))).toEqual({
      style: 's',
      imagePrompts: ['p', 'q'],
      styleReferences: ['l'],
    }))

  it('are no pictures beyond its limit, in any role', () => {
    expect(unsentReasons(all, limits())).toEqual([null, null, null, 'too-many'])
    expect(sentAttachments(all, limits())).toEqual({ style: 's', imagePrompts: ['p'], styleReferences: ['l'] })
  })

  it('are at most eight looks, and then still a picture for its content', () => {
    const looks = Array.from({ length: 9 }, (_, index) => attached('look', `l${index}`))
    const reasons = unsentReasons([...looks, attached('prompt', 'p')], limits({ mostImagePrompts: 14 }))
    expect(reasons.slice(7)).toEqual([null, 'too-many-looks', null])
  })

  it('exclude styles and pictures where it supports none', () => {
    const none = limits({ capabilities: { supportsStyles: false, supportsImagePrompts: false }, mostImagePrompts: 0 })
    expect(unsentReasons(all, none)).toEqual(['no-styles', 'no-pictures', 'no-pictures', 'no-pictures'])
    expect(sentAttachments(all, none)).toEqual({ style: null, imagePrompts: [], styleReferences: [] })
  })

  it('exclude nothing while the models are loading', () =>
    expect(unsentReasons(all, null)).toEqual([null, null, null, null]))

  it('include as many of the style’s own pictures as the server sends', () =>
    assert(
      property(lists, integer({ min: 0, max: 6 }), integer({ min: 0, max: 5 }), (some, pictureCount, most) => {
        const styled = some.map((attachment) =>
          attachment.kind === 'style' ? { ...attachment, pictureCount } : attachment,
        )
        const { style, ...sent } = sentAttachments(styled, limits({ mostImagePrompts: most }))
        const referenceIds = style === null ? [] : Array.from({ length: pictureCount }, (_, index) => `own ${index}`)
        const references = referencesOf({ ...sent, style: { referenceIds } }, { mostImagePrompts: most })
        const ofStyle = references.filter(({ from }) => from === 'style')
        expect(leftOutOfStyle(styled, limits({ mostImagePrompts: most }))).toBe(referenceIds.length - ofStyle.length)
      }),
    ))

  it('never exceed its limit', () =>
    assert(
      property(lists, (some) => {
        const { imagePrompts, styleReferences } = sentAttachments(some, limits())
        expect(imagePrompts.length + styleReferences.length).toBeLessThanOrEqual(2)
      }),
    ))
})
