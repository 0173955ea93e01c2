import { describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageStatus } from '#domain/generation/status.ts'
import { generationWith } from '../testing/builders.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import { createImageProgress, createRunningTracker } from './running-tracker.ts'

function tracking(storage = memoryStorage()) {
  const ended: GenerationShape[] = []
  const tracker = createRunningTracker({
    find: () => undefined,
    onEnd: (generation) => ended.push(generation),
    storage,
  })
  let seq = 0
  const image = (place: number, status: ImageStatus) => {
    seq += 1
    const data = { seq, projectId: 'p', generationId: 'g1', imageId: `g1-${place}`, status }
    tracker.receive({ name: 'image-changed', data })
  }
  return { tracker, ended, image }
}

describe('running tracker', () => {
  it('reports the end once when the last image of a generation is finished', () => {
    const { tracker, ended, image } = tracking()
    tracker.put(generationWith())
    for (const place of [0, 1, 2, 3]) image(place, 'completed')
    image(3, 'completed')
    expect(ended.map(({ id, status }) => ({ id, status }))).toEqual([{ id: 'g1', status: 'completed' }])
    expect(tracker.running.get().size).toBe(0)
  })

  it('reports no end of a generation that had ended before it was first read', () => {
    const { tracker, ended } = tracking()
    tracker.put(generationWith({ status: 'completed' }))
    expect(ended).toEqual([])
  })

  it('reports a generation that ended while the page was closed', () => {
    const storage = memoryStorage()
    tracking(storage).tracker.put(generationWith())
    const { tracker, ended } = tracking(storage)
    tracker.expectStored()
    tracker.put(generationWith({ status: 'completed' }))
    expect(ended).toHaveLength(1)
    expect(tracker.references()).toEqual([])
  })

  it('expects those of an earlier page beside its own when the storage opens late', () => {
    const [earlier, now] = [memoryStorage(), memoryStorage()]
    tracking(earlier).tracker.put(generationWith({ id: 'g0' }))
    const { tracker } = tracking(now)
    tracker.put(generationWith())
    tracker.expectStored(earlier)
    expect(tracker.references().map(({ generationId }) => generationId)).toEqual(['g0', 'g1'])
    const next = tracking(now).tracker
    next.expectStored()
    expect(next.references()).toHaveLength(2)
  })

  it('drops a deleted generation without a report', () => {
    const { tracker, ended } = tracking()
    tracker.put(generationWith())
    tracker.receive({ name: 'generation-deleted', data: { seq: 1, projectId: 'p', generationId: 'g1', ids: ['g1'] } })
    expect([tracker.running.get().size, ended.length]).toEqual([0, 0])
  })

  it('tracks one again when an image of it is retried', () => {
    const { tracker, ended } = tracking()
    tracker.put(generationWith())
    tracker.put(generationWith({ status: 'failed' }))
    tracker.put(generationWith({ status: 'running' }))
    tracker.put(generationWith({ status: 'completed' }))
    expect(ended.map(({ status }) => status)).toEqual(['failed', 'completed'])
  })
})

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
