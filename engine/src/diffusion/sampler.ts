import type { SamplerName } from '../task.ts'

export type Sampling = {
  readonly sampler: SamplerName
  /** 1 to 50; the models of this engine need 1 to 4. */
  readonly steps: number
  /** The share of a start picture that is painted over, above 0 to 1; 1 without one. */
  readonly strength: number
}

/** The net's guess of the noise in a latent, at a moment of 0 to 999. */
export type GuessNoise = (latent: Float32Array, moment: number) => Promise<Float32Array>

export type SamplerParts = {
  /** The latent of the start picture; null without one. */
  readonly start: Float32Array | null
  readonly count: number
  /** The next normal numbers. */
  draw(count: number): Float32Array
  guess: GuessNoise
}

/** The moments of noise that Stable Diffusion was trained with. */
const moments = 1_000

/** The share of the picture's variance that is left at each moment: betas whose square roots are evenly spread. */
const kept: Float64Array = (() => {
  const left = new Float64Array(moments)
  const [first, last] = [Math.sqrt(0.000_85), Math.sqrt(0.012)]
  let product = 1
  for (let i = 0; i < moments; i += 1) {
    product *= 1 - (first + (i / (moments - 1)) * (last - first)) ** 2
    left[i] = product
  }
  return left
})()

/** The noise of a moment against a picture of variance 1. */
const sigmaAt = (moment: number) => Math.sqrt((1 - kept[moment]) / kept[moment])

/** Moments from the one of the strength down, evenly spread, as models distilled to few steps were trained ('trailing'). */
export const eulerMoments = ({ steps, strength }: Omit<Sampling, 'sampler'>): readonly number[] =>
  Array.from({ length: steps }, (_, i) => Math.max(0, Math.round((moments * strength * (steps - i)) / steps) - 1))

/** The 50 moments that LCM was distilled with, of which a few are taken. */
const lcmMoments = 50

export function lcmMomentsOf({ steps, strength }: Omit<Sampling, 'sampler'>): readonly number[] {
  const count = Math.max(steps, Math.round(lcmMoments * strength))
  return Array.from({ length: steps }, (_, i) => (count - Math.floor((i * count) / steps)) * (moments / lcmMoments) - 1)
}

async function euler(parts: SamplerParts, sampling: Sampling): Promise<Float32Array> {
  const { start, count, draw, guess } = parts
  const times = eulerMoments(sampling)
  const first = sigmaAt(times[0])
  let x = draw(count).map((noise, i) => (start?.[i] ?? 0) + first * noise)
  for (const [step, moment] of times.entries()) {
    const sigma = sigmaAt(moment)
    const next = step + 1 < times.length ? sigmaAt(times[step + 1]) : 0
    const scale = 1 / Math.sqrt(sigma ** 2 + 1)
    const noise = await guess(
      x.map((value) => value * scale),
      moment,
    )
    // As much noise is added as leaves `next` together with what is not taken away.
    const up = Math.min(next, Math.sqrt((next ** 2 * (sigma ** 2 - next ** 2)) / sigma ** 2))
    const down = Math.sqrt(next ** 2 - up ** 2)
    x = x.map((value, i) => value + (down - sigma) * noise[i])
    if (up > 0) {
      const fresh = draw(count)
      x = x.map((value, i) => value + up * fresh[i])
    }
  }
  return x
}

/** The variance of a picture's latent, by which LCM weighs what came in. */
const lcmVariance = 0.25

async function lcm(parts: SamplerParts, sampling: Sampling): Promise<Float32Array> {
  const { start, count, draw, guess } = parts
  const times = lcmMomentsOf(sampling)
  const mix = (picture: Float32Array | null, moment: number) => {
    const [signal, noise] = [Math.sqrt(kept[moment]), Math.sqrt(1 - kept[moment])]
    return draw(count).map((fresh, i) => signal * (picture?.[i] ?? 0) + noise * fresh)
  }
  // Without a picture it is noise alone, also in the part that a picture would have.
  let x = start ? mix(start, times[0]) : draw(count)
  for (const [step, moment] of times.entries()) {
    const noise = await guess(x, moment)
    const [signal, rest] = [Math.sqrt(kept[moment]), Math.sqrt(1 - kept[moment])]
    // The boundary of a consistency model: at moment 0 it returns what came in (Luo and others, 2023; timesteps times ten).
    const skip = lcmVariance / ((moment * 10) ** 2 + lcmVariance)
    const out = (moment * 10) / Math.sqrt((moment * 10) ** 2 + lcmVariance)
    const clean = x.map((value, i) => (out * (value - rest * noise[i])) / signal + skip * value)
    x = step + 1 < times.length ? mix(clean, times[step + 1]) : clean
  }
  return x
}

/** Makes a latent: from noise, or from a start picture and noise. */
export const sample = (parts: SamplerParts, sampling: Sampling): Promise<Float32Array> =>
  sampling.sampler === 'lcm' ? lcm(parts, sampling) : euler(parts, sampling)

/** A moment as a net reads it: cosines, then sines, of falling frequencies. */
export function momentNumbers(moment: number, width: number): Float32Array {
  const half = width / 2
  return Float32Array.from({ length: width }, (_, i) => {
    const angle = moment * Math.exp((-Math.log(10_000) * (i % half)) / half)
    return i < half ? Math.cos(angle) : Math.sin(angle)
  })
}

/** A guidance as a net distilled by LCM reads it: sines, then cosines, of what is above 1, in thousandths. */
export function guidanceNumbers(guidance: number, width: number): Float32Array {
  const half = width / 2
  return Float32Array.from({ length: width }, (_, i) => {
    const angle = (guidance - 1) * 1_000 * Math.exp((-Math.log(10_000) * (i % half)) / (half - 1))
    return i < half ? Math.sin(angle) : Math.cos(angle)
  })
}
