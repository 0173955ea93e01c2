import { describe, expect, it } from 'vitest'
import { nextAllowedResolution, settingsForModel } from './settings-for-model.ts'

describe('the settings that Go will send', () => {
  it('are the wish where the model can do it', () =>
    expect(
      settingsForModel(
        { aspectRatio: '2:3', resolution: '2K' },
        { aspectRatios: ['1:1', '2:3'], resolutions: ['1K', '2K'] },
      ),
    ).toEqual({ aspectRatio: '2:3', resolution: '2K' }))

  it('are what the model does where it can not', () =>
    expect(
      settingsForModel({ aspectRatio: '2:3', resolution: '4K' }, { aspectRatios: ['1:1'], resolutions: ['1K'] }),
    ).toEqual({ aspectRatio: '1:1', resolution: '1K' }))
})

describe('the resolution chip', () => {
  it('goes round 1K, 2K, 4K', () => {
    const all = { resolutions: ['1K', '2K', '4K'] as const } satisfies { resolutions: readonly string[] }
    const model = { resolutions: [...all.resolutions] }
    expect(nextAllowedResolution('1K', model)).toBe('2K')
    expect(nextAllowedResolution('2K', model)).toBe('4K')
    expect(nextAllowedResolution('4K', model)).toBe('1K')
  })

  it('passes over what the model can not do, and stays where there is nothing else', () => {
    expect(nextAllowedResolution('1K', { resolutions: ['1K', '4K'] })).toBe('4K')
    expect(nextAllowedResolution('1K', { resolutions: ['1K'] })).toBe('1K')
  })
})
