import { describe, expect, it } from 'vitest'
import { generationWith, imageWith } from '../testing/builders.ts'
import { applyEvent, type GenerationEvent } from './apply-event.ts'

const projectId = 'p'
const card = generationWith({ id: 'g1' })

const imageChanged = (over: object = {}): GenerationEvent => ({
  name: 'image-changed',
  data: { seq: 11, projectId, generationId: 'g1', imageId: 'g1-0', ...over },
})

describe('a generation after an event', () => {
  it('is there once it was made', () => {
    const created = generationWith({ id: 'g2' })
    const data = { ...created, seq: 11, generationId: 'g2' }
    expect(applyEvent(undefined, { name: 'generation-created', data })).toEqual(created)
  })

  it('takes over the changed fields of an image and derives its status', () => {
    const after = applyEvent(card, imageChanged({ status: 'completed', imageUrl: '/x' }))
    expect(after?.images[0]).toEqual(imageWith({ id: 'g1-0', status: 'completed', imageUrl: '/x' }))
    expect(after?.status).toBe('running')
  })

  it('keeps the identity of every image that the event does not touch', () =>
    expect(applyEvent(card, imageChanged({ status: 'running' }))?.images[1]).toBe(card.images[1]))

  it('moves without forgetting the rest', () => {
    const data = { seq: 11, projectId, generationId: 'g1', canvasX: 5, canvasY: 6 }
    expect(applyEvent(card, { name: 'generation-changed', data })).toEqual({ ...card, canvasX: 5, canvasY: 6 })
  })

  it('stays unknown when something of it changes', () =>
    expect(applyEvent(undefined, imageChanged({ status: 'failed' }))).toBeUndefined())
})
