import { describe, expect, it } from 'vitest'
import { resolutions } from './aspect-ratio.ts'
import { type AllowedSettings, nextAllowedResolution, settingsForModel } from './settings-for-model.ts'

const allowed = (over: Partial<AllowedSettings> = {}): AllowedSettings => ({
  aspectRatios: ['1:1', '2:3'],
  resolutions: ['1K', '2K'],
  capabilities: { supportsRaw: true },
  ...over,
})

describe('the settings that Go will send', () => {
  it("are the user's choice where the model supports it", () => {
    const wanted = { aspectRatio: '2:3', resolution: '2K', rawMode: true } as const
    expect(settingsForModel(wanted, allowed())).toEqual(wanted)
  })

  it("are the model's alternative where it does not", () =>
    expect(
      settingsForModel(
        { aspectRatio: '2:3', resolution: '4K', rawMode: true },
        allowed({ aspectRatios: ['1:1'], resolutions: ['1K'], capabilities: { supportsRaw: false } }),
      ),
    ).toEqual({ aspectRatio: '1:1', resolution: '1K', rawMode: false }))

  it('have the controls that the model has, and no others', () => {
    const wanted = {
      aspectRatio: '1:1',
      resolution: '1K',
      rawMode: false,
      controls: { steps: 9, sampler: 'Euler' },
    } as const
    const steps = { least: 1, most: 20, usual: 4 }
    expect(settingsForModel(wanted, { ...allowed(), controls: { steps } }).controls).toEqual({ steps: 9 })
    expect(settingsForModel(wanted, allowed())).not.toHaveProperty('controls')
  })
})

describe('the resolution chip', () => {
  it('cycles through 1K, 2K, 4K', () => {
    expect(nextAllowedResolution('1K', resolutions)).toBe('2K')
    expect(nextAllowedResolution('2K', resolutions)).toBe('4K')
    expect(nextAllowedResolution('4K', resolutions)).toBe('1K')
  })

  it('skips what the model does not support, and stays where there is nothing else', () => {
    expect(nextAllowedResolution('1K', ['1K', '4K'])).toBe('4K')
    expect(nextAllowedResolution('1K', ['1K'])).toBe('1K')
  })
})
