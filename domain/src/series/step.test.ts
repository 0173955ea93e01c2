import { describe, expect, it } from 'vitest'
import { parentImageOf } from './step.ts'

const picture = (orderNum: number, isThere = true) => ({ id: `picture ${orderNum}`, orderNum, isThere })

describe('a step of a series', () => {
  it('starts from the image with the same index as before', () =>
    expect(parentImageOf([picture(0), picture(1), picture(2)], 2)).toBe('picture 2'))

  it('starts from the first completed one, where that one is missing', () =>
    expect(parentImageOf([picture(3), picture(0, false), picture(1)], 0)).toBe('picture 1'))

  it('has nothing to start from without images', () => expect(parentImageOf([picture(0, false)], 0)).toBeNull())
})
