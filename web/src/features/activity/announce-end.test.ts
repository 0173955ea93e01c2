import { describe, expect, it } from 'vitest'
import { generationWith, imageWith } from '#web/data/testing/builders.ts'
import { announcementOf } from './announce-end.ts'

describe('what is said when a generation has ended', () => {
  it('names a new picture and an edited one differently', () => {
    expect(announcementOf(generationWith({ status: 'completed' }))).toEqual({
      kind: 'success',
      title: 'Success!',
      description: 'Image generated successfully!',
    })
    expect(announcementOf(generationWith({ status: 'completed', parentGenerationId: 'g0' }))?.description).toBe(
      'Image edited successfully!',
    )
  })

  it('gives the reason when all images failed, or admits that there is none', () => {
    const failed = imageWith({ status: 'failed', error: { code: 'refused', message: 'The engine refused it.' } })
    expect(announcementOf(generationWith({ status: 'failed', images: [failed] }))).toEqual({
      kind: 'error',
      title: 'Generation Failed',
      description: 'The engine refused it.',
    })
    expect(announcementOf(generationWith({ status: 'failed', images: [] }))?.description).toBe(
      'Failed to generate images',
    )
  })

  it('is nothing when the person stopped it', () =>
    expect(announcementOf(generationWith({ status: 'cancelled' }))).toBeNull())
})
