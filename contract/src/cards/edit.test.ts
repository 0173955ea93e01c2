import { describe, expect, it } from 'vitest'
import { uuid } from '../testing/builders.ts'
import { requestGenerationBody } from './generation.ts'
import { requestSeriesBody } from './series.ts'

const parentImageId = uuid(3)
const maskUploadId = uuid(4)
const frame = { x: -10, y: 0, width: 1_600, height: 900, angle: 1.5 }

const refusedPaths = (body: unknown) =>
  requestGenerationBody.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? []
const edited = (edit: unknown, more = {}) => refusedPaths({ prompt: 'a green door', parentImageId, edit, ...more })

describe('a request for an edit', () => {
  it.each([
    { operation: 'change', maskUploadId, feather: 8, grow: 4 },
    { operation: 'erase', maskUploadId },
    { operation: 'extend', frame, feather: 16 },
    { operation: 'replace-background' },
    { operation: 'replace-background', maskUploadId, grow: -2 },
    { operation: 'remove-background' },
    { operation: 'remove-background', maskUploadId, feather: 1 },
    { operation: 'remove-background', maskUploadId, maskUse: 'exact' },
    { operation: 'instruct' },
    { operation: 'restyle' },
    { operation: 'upscale', factor: 4 },
    { operation: 'crop', frame },
    { operation: 'adjust', adjustments: { light: -100, vignette: 100 } },
  ])('takes what the operation uses, and keeps it as it was sent: %o', (edit) => {
    const body = { prompt: 'a green door', parentImageId, branchKind: 'edit', edit }
    expect(requestGenerationBody.parse(body).edit).toEqual(edit)
  })

  it.each([
    ['an operation that is none', { operation: 'paint' }, 'edit.operation'],
    ['no mask where one is needed', { operation: 'change' }, 'edit.maskUploadId'],
    ['a mask that is not used', { operation: 'instruct', maskUploadId }, 'edit.maskUploadId'],
    ['a feather that is not used', { operation: 'adjust', adjustments: { light: 1 }, feather: 1 }, 'edit.feather'],
    ['a feather without a mask', { operation: 'remove-background', feather: 1 }, 'edit.feather'],
    ['an exact mask without a mask', { operation: 'remove-background', maskUse: 'exact' }, 'edit.maskUse'],
    ['an exact mask of a change', { operation: 'change', maskUploadId, maskUse: 'exact' }, 'edit.maskUse'],
    ['a feather below 0', { operation: 'erase', maskUploadId, feather: -1 }, 'edit.feather'],
    ['a grow that is too small', { operation: 'erase', maskUploadId, grow: -513 }, 'edit.grow'],
    ['a grow that is too large', { operation: 'erase', maskUploadId, grow: 513 }, 'edit.grow'],
    ['no frame', { operation: 'crop' }, 'edit.frame'],
    ['a frame without a height', { operation: 'crop', frame: { x: 0, y: 0, width: 5 } }, 'edit.frame.height'],
    ['a frame without an area', { operation: 'crop', frame: { ...frame, width: 0 } }, 'edit.frame.width'],
    ['a frame of half a pixel', { operation: 'crop', frame: { ...frame, x: 0.5 } }, 'edit.frame.x'],
    ['a frame that is turned too far', { operation: 'crop', frame: { ...frame, angle: 181 } }, 'edit.frame.angle'],
    ['an unknown field of the frame', { operation: 'crop', frame: { ...frame, zoom: 2 } }, 'edit.frame'],
    ['no factor', { operation: 'upscale' }, 'edit.factor'],
    ['a factor of 3', { operation: 'upscale', factor: 3 }, 'edit.factor'],
    ['an unknown adjustment', { operation: 'adjust', adjustments: { light: 1, hue: 1 } }, 'edit.adjustments'],
    ['an adjustment beyond 100', { operation: 'adjust', adjustments: { light: 101 } }, 'edit.adjustments.light'],
    ['no adjustment at all', { operation: 'adjust', adjustments: { light: 0 } }, 'edit.adjustments'],
    ['an unknown field', { operation: 'instruct', strength: 1 }, 'edit'],
  ])('refuses %s', (_, edit, path) => {
    expect(edited(edit)).toEqual([path])
  })

  it('needs the image that it starts from', () => {
    expect(refusedPaths({ prompt: 'green', edit: { operation: 'instruct' } })).toEqual(['parentImageId'])
  })

  it('needs words only where the operation does', () => {
    const wordless = (edit: unknown, more = {}) => refusedPaths({ parentImageId, edit, ...more })
    expect(wordless({ operation: 'erase', maskUploadId })).toEqual([])
    expect(wordless({ operation: 'crop', frame })).toEqual([])
    expect(wordless({ operation: 'change', maskUploadId })).toEqual(['prompt'])
    expect(wordless({ operation: 'instruct' })).toEqual(['prompt'])
    expect(wordless({ operation: 'restyle' })).toEqual(['prompt'])
    expect(wordless({ operation: 'restyle' }, { style: uuid(5) })).toEqual([])
  })

  it('is a branch of the kind edit, and such a branch is an edit', () => {
    expect(edited({ operation: 'instruct' }, { branchKind: 'remix' })).toEqual(['branchKind'])
    expect(refusedPaths({ prompt: 'fox', parentImageId, branchKind: 'edit' })).toEqual(['branchKind'])
  })

  it('can be a step of a series that waits for its picture', () => {
    const place = { canvasX: 0, canvasY: 0 }
    const steps = [
      { prompt: 'a fox', ...place },
      { edit: { operation: 'upscale', factor: 2 }, dependsOn: 0, count: 1, ...place },
    ]
    const asked = { kind: 'rerun', price: 0, steps }
    expect(requestSeriesBody.safeParse(asked).success).toBe(true)
    const alone = requestSeriesBody.safeParse({ ...asked, steps: [{ ...steps[1], dependsOn: null }] })
    expect(alone.error?.issues.map(({ path }) => path.join('.'))).toEqual(['steps.0.parentImageId'])
  })
})
