import { describe, expect, it } from 'vitest'
import { generationWith, imageWith } from '#web/data/testing/builders.ts'
import { settingsFact } from './lightbox-details.tsx'
import { costFact } from './picture-line.ts'

describe('the facts of an image in the lightbox', () => {
  it('contain its settings with its real size', () => {
    const settings = { style: null, aspectRatio: '4:5', resolution: '2K', rawMode: false, seed: 1 } as const
    const image = imageWith({ width: 1_638, height: 2_048 })
    expect(settingsFact(settings, image)).toBe('4:5 · 2K · 1638 × 2048')
    expect(settingsFact({ ...settings, rawMode: true }, image)).toBe('4:5 · 2K · 1638 × 2048 · Raw')
    const controls = { steps: 30, format: 'webp', loras: [{ name: 'ink', weight: 0.8 }] }
    expect(settingsFact({ ...settings, controls }, image)).toBe(
      '4:5 · 2K · 1638 × 2048 · Steps 30 · Format WEBP · LoRA ink × 0.8',
    )
  })

  it('contain its share of the price', () => {
    expect(costFact(generationWith({ price: 720 }))).toBe('1.80 credits')
    expect(costFact(generationWith({ price: 0 }))).toBe('Free')
  })
})
