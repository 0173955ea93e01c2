import { describe, expect, it } from 'vitest'
import { type EventName, eventSchemas } from './events.ts'
import { generation, image, project, uuid } from './testing/builders.ts'

const place = { seq: 12, projectId: uuid(1) }
const ofGeneration = { ...place, generationId: uuid(2) }
const accepts = (name: EventName, data: unknown) => eventSchemas[name].safeParse(data).success
const { id: _, ...projectFields } = project()

describe('the events', () => {
  it.each<[EventName, object]>([
    ['generation-created', { ...generation(), ...ofGeneration }],
    ['generation-changed', { ...ofGeneration, canvasX: 5, canvasY: 6 }],
    ['generation-changed', { ...ofGeneration, isCollapsed: true }],
    ['generation-deleted', { ...ofGeneration, ids: [uuid(2), uuid(3)] }],
    ['generation-restored', { ...ofGeneration, ids: [uuid(2)] }],
    ['image-changed', { ...ofGeneration, imageId: uuid(3), status: 'running' }],
    [
      'image-changed',
      { ...ofGeneration, imageId: uuid(3), status: 'failed', error: { code: 'refused', message: 'No.' } },
    ],
    ['project-changed', { ...place, ...projectFields }],
    ['project-changed', { ...place, deleted: true }],
    ['frame-changed', { ...place, frameId: uuid(4), frame: { title: 'Best', x: 1, y: 2, width: 900, height: 400 } }],
    ['frame-changed', { ...place, frameId: uuid(4), frame: null }],
    ['note-changed', { ...place, noteId: uuid(4), note: { text: 'Here.', x: 1, y: 2 } }],
    ['words-changed', { seq: 12, kind: 'word-lists' }],
    ['reset', { seq: 99 }],
  ])('%s accepts %j', (name, data) => expect(accepts(name, data)).toBe(true))

  it('require the ids of their project and generation, and their number', () => {
    expect(accepts('generation-changed', { ...place, isCollapsed: true })).toBe(false)
    expect(accepts('image-changed', { ...ofGeneration, status: 'running' })).toBe(false)
    expect(accepts('project-changed', { projectId: uuid(1), title: 'Foxes' })).toBe(false)
    expect(accepts('words-changed', { kind: 'references' })).toBe(false)
  })

  it('contain changed fields alone: an immutable field is refused', () => {
    expect(accepts('image-changed', { ...ofGeneration, imageId: uuid(3), orderNum: 2 })).toBe(false)
    expect(accepts('image-changed', { ...ofGeneration, imageId: uuid(3), ...image() })).toBe(false)
    expect(accepts('generation-changed', { ...ofGeneration, model: 'another' })).toBe(false)
  })
})
