import { describe, expect, it } from 'vitest'
import { createImageProgress } from './image-progress.ts'

const noted = (fraction: number | null, { imageId = 'a', previewUrl = null as string | null } = {}) => ({
  projectId: 'p',
  generationId: 'g',
  imageId,
  fraction,
  previewUrl,
})

describe('image progress', () => {
  it('is that of the last event; a preview stays until a newer one arrives', () => {
    const progress = createImageProgress()
    progress.note(noted(0.2, { previewUrl: '/preview?v=1' }))
    progress.note(noted(0.4))
    expect(progress.of('a')).toEqual({ fraction: 0.4, previewUrl: '/preview?v=1' })
    progress.note(noted(null, { previewUrl: '/preview?v=2' }))
    expect(progress.of('a')).toEqual({ fraction: 0.4, previewUrl: '/preview?v=2' })
  })

  it('is dropped when the image has ended, without affecting other images', () => {
    const progress = createImageProgress()
    progress.note(noted(0.2))
    progress.note(noted(0.5, { imageId: 'b' }))
    progress.forget('a')
    expect([progress.of('a'), progress.of('b')?.fraction]).toEqual([undefined, 0.5])
  })
})
