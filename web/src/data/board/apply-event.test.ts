import { describe, expect, it } from 'vitest'
import { generationWith, imageWith } from '../testing/builders.ts'
import { applyEvent, type GenerationEvent } from './apply-event.ts'

const projectId = 'p'
const card = generationWith({ id: 'g1' })

const imageChanged = (over: object = {}): GenerationEvent => ({
  name: 'image-changed',
  data: { seq: 11, projectId, generationId: 'g1', imageId: 'g1-0', ...over },
})

describe('applying an event to a generation', () => {
  it('creates it', () => {
    const created = generationWith({ id: 'g2' })
    const data = { ...created, seq: 11, generationId: 'g2' }
    expect(applyEvent(undefined, { name: 'generation-created', data })).toEqual(created)
  })

  it('updates the changed fields of an image and derives the status', () => {
    const after = applyEvent(card, imageChanged({ status: 'completed', imageUrl: '/x' }))
    expect(after?.images[0]).toEqual(imageWith({ id: 'g1-0', status: 'completed', imageUrl: '/x' }))
    expect(after?.status).toBe('running')
  })

  it('keeps the identity of every image that the event does not change', () =>
    expect(applyEvent(card, imageChanged({ status: 'running' }))?.images[1]).toBe(card.images[1]))

  it('moves it without changing the rest', () => {
    const data = { seq: 11, projectId, generationId: 'g1', canvasX: 5, canvasY: 6 }
    expect(applyEvent(card, { name: 'generation-changed', data })).toEqual({ ...card, canvasX: 5, canvasY: 6 })
  })

  it('leaves an unknown one unknown', () =>
    expect(applyEvent(undefined, imageChanged({ status: 'failed' }))).toBeUndefined())
})
