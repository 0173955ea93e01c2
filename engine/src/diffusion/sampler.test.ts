import { describe, expect, it } from 'vitest'
import type { SamplerName } from '../task.ts'
import { createNormals } from './normals.ts'
import { eulerMoments, lcmMomentsOf, sample } from './sampler.ts'

describe('the moments of a sampler', () => {
  it('are spread from the last one down', () => {
    expect(eulerMoments({ steps: 1, strength: 1 })).toEqual([999])
    expect(eulerMoments({ steps: 4, strength: 1 })).toEqual([999, 749, 499, 249])
  })

  it('begin where the strength leaves of a start picture what it should', () => {
    expect(eulerMoments({ steps: 2, strength: 0.5 })).toEqual([499, 249])
    expect(lcmMomentsOf({ steps: 2, strength: 0.5 })).toEqual([499, 259])
    expect(eulerMoments({ steps: 1, strength: 0.0001 })).toEqual([0])
  })

  it('of LCM are among the 50 that it was distilled with', () => {
    expect(lcmMomentsOf({ steps: 4, strength: 1 })).toEqual([999, 759, 499, 259])
  })
})

describe('a sampler', () => {
  const count = 64
  const target = createNormals(1)(count)

  /** Stable Diffusion's variance that is left at a moment, worked out apart from the sampler. */
  const keptAt = (moment: number) => {
    let product = 1
    for (let i = 0; i <= moment; i += 1) {
      const root = Math.sqrt(0.00085) + (i / 999) * (Math.sqrt(0.012) - Math.sqrt(0.00085))
      product *= 1 - root * root
    }
    return product
  }
  /** A net that knows the picture: what comes in is the picture and noise, in the proportion of the moment. */
  const perfect = async (x: Float32Array, moment: number) => {
    const kept = keptAt(moment)
    return x.map((value, i) => (value - Math.sqrt(kept) * target[i]) / Math.sqrt(1 - kept))
  }

  it.each([
    ['euler-ancestral', 1],
    ['euler-ancestral', 4],
    ['lcm', 1],
    ['lcm', 4],
  ] as const)('by %s finds in %i steps the picture that a perfect net sees', async (sampler: SamplerName, steps) => {
    const parts = { start: null, count, draw: createNormals(3), guess: perfect }
    const found = await sample(parts, { sampler, steps, strength: 1 })
    expect(Math.max(...found.map((value, i) => Math.abs(value - target[i])))).toBeLessThan(0.01)
  })

  it.each(['euler-ancestral', 'lcm'] as const)(
    'by %s keeps of a start picture what the strength leaves',
    async (sampler) => {
      const start = createNormals(9)(count)
      /** How far the first latent is from noise alone: with less strength more of the picture is in it. */
      const likeness = async (strength: number) => {
        let seen = 0
        const guess = async (x: Float32Array, moment: number) => {
          seen ||= x.reduce((sum, value, i) => sum + value * start[i], 0)
          return perfect(x, moment)
        }
        await sample({ start, count, draw: createNormals(3), guess }, { sampler, steps: 2, strength })
        return seen
      }
      expect(await likeness(0.3)).toBeGreaterThan(await likeness(0.9))
    },
  )
})
