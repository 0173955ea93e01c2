import { describe, expect, it } from 'vitest'
import { direct } from './direct.ts'
import { readPrompt } from './lexicon/read.ts'
import { paint } from './paint.ts'
import { difference, input } from './testing/painting.ts'

const prompts = [
  ...['a red fox in the snow', 'a mountain lake at dawn', 'sailing boat on the sea', 'a forest in autumn', 'a cat'],
  ...['a street in the city at night', 'portrait of a woman', 'still life with coffee', 'flowers', 'desert dunes'],
  ...['a whale under water', 'a ringed planet in space', 'the feeling of hope', 'a house in the hills', 'owl at night'],
  ...['three red balloons over hills', 'a castle in the mountains', 'mushrooms', 'a lighthouse by the sea', 'jazz'],
]
/** Far apart and in no order, as the app draws them. */
const seeds = [1_804_289_383, 12, 846_930_886, 1_681_692_777]
const pairs = [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].filter((b) => b > a).map((b) => [a, b] as const))

describe('the four pictures of a generation', () => {
  it.each(prompts)('are clearly different: %s', (prompt) => {
    const four = seeds.map((seed, orderNum) => paint(input({ prompt, seed, orderNum })))
    for (const [a, b] of pairs) expect(difference(four[a], four[b]), `${a} and ${b}`).toBeGreaterThan(9)
  })

  it('are as clearly different when they share a seed', () => {
    const four = [0, 1, 2, 3].map((orderNum) => paint(input({ prompt: 'a fox', seed: 5, orderNum })))
    for (const [a, b] of pairs) expect(difference(four[a], four[b])).toBeGreaterThan(9)
  })

  it('share neither layout nor palette nor medium', () => {
    for (const prompt of prompts) {
      const casts = seeds.map((seed, orderNum) => direct(readPrompt(prompt), { seed, orderNum }))
      expect(new Set(casts.map((cast) => cast.plan.layout)).size).toBe(4)
      expect(new Set(casts.map((cast) => cast.palette.name)).size).toBe(4)
      expect(new Set(casts.map((cast) => cast.media)).size).toBe(4)
    }
  })

  it('keep the requested medium', () => {
    const casts = seeds.map((seed, orderNum) => direct(readPrompt('a lake, watercolour'), { seed, orderNum }))
    expect(casts.map((cast) => cast.media)).toEqual(Array(4).fill('watercolour'))
  })
})
