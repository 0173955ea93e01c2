import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noSpread, parseSpread, type Spread, spreadAxes, spreadCount } from './spread.ts'

const composed = { prompt: 'a {red|blue} door', model: 'Sketch', style: 'ink', aspectRatio: '1:1' } as const
const spread: Spread = {
  models: ['A', 'B'],
  styles: [{ id: 's', name: 'Chalk' }],
  aspectRatios: ['16:9', '2:3'],
  hidesNames: true,
}

describe('a spread', () => {
  it('without axes leaves everything as composed, except for the prompt’s variables', () =>
    expect(spreadAxes(noSpread, composed)).toEqual({
      models: ['Sketch'],
      styles: ['ink'],
      aspectRatios: ['1:1'],
      prompts: ['a red door', 'a blue door'],
    }))

  it('replaces what was composed', () =>
    expect(spreadAxes(spread, composed)).toMatchObject({
      models: ['A', 'B'],
      styles: ['s'],
      aspectRatios: ['16:9', '2:3'],
    }))

  it('counts its cards', () => {
    expect(spreadCount(spread)).toBe(4)
    expect(spreadCount(noSpread)).toBe(1)
  })

  it('is read back as it was stored', () => expect(parseSpread(JSON.parse(JSON.stringify(spread)))).toEqual(spread))

  it('is parsed from any stored value', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (any) => {
        expect(spreadCount(parseSpread(any))).toBeGreaterThan(0)
      }),
    ))
})
