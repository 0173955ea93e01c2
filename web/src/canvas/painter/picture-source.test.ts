import { describe, expect, it } from 'vitest'
import { pictureSource, soonestSource } from './picture-source.ts'

const image = {
  id: 'i',
  state: 'picture',
  averageColor: null,
  isStarred: false,
  width: 832,
  height: 1_248,
  sheet: { sheetId: 's', slot: 3 },
} as const
const at = (side: number) => pictureSource(image, { side, detail: 'resting' })

describe('the source of a painted picture', () => {
  it('is the smallest file that is sharp: a sheet when zoomed out, its own file when zoomed in', () => {
    expect(at(19)).toEqual({ kind: 'sheet', sheetId: 's', size: 32 })
    expect(at(58)).toEqual({ kind: 'sheet', sheetId: 's', size: 64 })
    expect(at(120)).toEqual({ kind: 'file', imageId: 'i', size: 256 })
    expect(at(384)).toEqual({ kind: 'file', imageId: 'i', size: 512 })
  })

  it('is a sheet up to half as large again, where hundreds are in view', () => {
    expect(at(96)).toEqual({ kind: 'sheet', sheetId: 's', size: 64 })
    expect(at(97)).toEqual({ kind: 'file', imageId: 'i', size: 256 })
  })

  it('is a sheet while the view moves', () =>
    expect(pictureSource(image, { side: 384, detail: 'moving' })).toEqual({ kind: 'sheet', sheetId: 's', size: 32 }))

  it('is its own file where it is in no sheet', () =>
    expect(pictureSource({ ...image, sheet: null }, { side: 19, detail: 'resting' })).toEqual({
      kind: 'file',
      imageId: 'i',
      size: 64,
    }))

  it('is loaded soonest from a sheet, which contains hundreds', () => {
    expect(soonestSource(image)).toEqual({ kind: 'sheet', sheetId: 's', size: 64 })
    expect(soonestSource({ ...image, sheet: null })).toBeNull()
  })
})
