import { describe, expect, it } from 'vitest'
import { sourcePlacement } from './source-placement.ts'

const source = { width: 400, height: 200 }

describe('sourcePlacement', () => {
  it.each([
    ['a change', {}, source, { x: 0, y: 0, width: 400, height: 200 }],
    ['an enlarged picture', {}, { width: 800, height: 400 }, { x: 0, y: 0, width: 800, height: 400 }],
    [
      'a crop',
      { frame: { x: 100, y: 50, width: 200, height: 100 } },
      { width: 200, height: 100 },
      { x: -100, y: -50, width: 400, height: 200 },
    ],
    [
      'an extension that was painted at half its size',
      { frame: { x: -100, y: 0, width: 600, height: 200 } },
      { width: 300, height: 100 },
      { x: 50, y: 0, width: 200, height: 100 },
    ],
  ])('places the source of %s', (_name, edit, result, place) =>
    expect(sourcePlacement(edit, source, result)).toEqual(place),
  )

  it('places none that was turned, or painted in another ratio', () => {
    expect(sourcePlacement({ frame: { x: 0, y: 0, width: 400, height: 200, angle: 5 } }, source, source)).toBeNull()
    expect(sourcePlacement({}, source, { width: 400, height: 400 })).toBeNull()
  })
})
