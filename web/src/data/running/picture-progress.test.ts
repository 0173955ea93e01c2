import { describe, expect, it } from 'vitest'
import { forgetProgress, noteProgress, progressOf } from './picture-progress.ts'

const heard = (fraction: number | null, previewUrl: string | null = null) =>
  noteProgress({ projectId: 'p', generationId: 'g', imageId: 'a', fraction, previewUrl })

describe('how far a picture is', () => {
  it('is what was heard last; a preview stays until a newer one comes', () => {
    heard(0.2, '/preview?v=1')
    heard(0.4)
    expect(progressOf('a')).toEqual({ fraction: 0.4, previewUrl: '/preview?v=1' })
    heard(null, '/preview?v=2')
    expect(progressOf('a')).toEqual({ fraction: 0.4, previewUrl: '/preview?v=2' })
  })

  it('is forgotten when the picture has ended, and nothing else is', () => {
    heard(0.2)
    noteProgress({ projectId: 'p', generationId: 'g', imageId: 'b', fraction: 0.5, previewUrl: null })
    forgetProgress('a')
    expect([progressOf('a'), progressOf('b')?.fraction]).toEqual([undefined, 0.5])
  })
})
