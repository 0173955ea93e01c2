import { describe, expect, it } from 'vitest'
import { parentImageOf } from './step.ts'

const picture = (orderNum: number, isThere = true) => ({ id: `picture ${orderNum}`, orderNum, isThere })

describe('a step goes on from', () => {
  it('the picture at the place where it went on before', () =>
    expect(parentImageOf([picture(0), picture(1), picture(2)], 2)).toBe('picture 2'))

  it('the first that is there, where that one is not', () =>
    expect(parentImageOf([picture(3), picture(0, false), picture(1)], 0)).toBe('picture 1'))

  it('nothing, where no picture came', () => expect(parentImageOf([picture(0, false)], 0)).toBeNull())
})
