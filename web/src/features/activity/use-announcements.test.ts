import { describe, expect, it } from 'vitest'
import { generationWith, imageWith } from '#web/data/testing/builders.ts'
import { announcementOf } from './use-announcements.ts'

describe('the announcement of an ended generation', () => {
  it('distinguishes a new picture from an edited one', () => {
    expect(announcementOf(generationWith({ status: 'completed' }))).toEqual({
      kind: 'success',
      title: 'Success!',
      description: 'Image generated successfully!',
    })
    expect(announcementOf(generationWith({ status: 'completed', parentGenerationId: 'g0' }))?.description).toBe(
      'Image edited successfully!',
    )
  })

  it('contains the reason when all images failed, if there is one', () => {
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

  it('is null when the user canceled it', () =>
    expect(announcementOf(generationWith({ status: 'cancelled' }))).toBeNull())
})
