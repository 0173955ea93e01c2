import type { EventData } from '#contract/events.ts'
import type { GenerationShape } from '#contract/generation.ts'
import { generationStatus } from '#domain/generation/status.ts'
import type { ProjectEvent } from '../live/event-stream.ts'

/** An event about one generation: created, or changed. */
export type GenerationEvent = Extract<
  ProjectEvent,
  { name: 'generation-created' | 'generation-changed' | 'image-changed' }
>

export const isGenerationEvent = (event: ProjectEvent): event is GenerationEvent =>
  event.name === 'generation-created' || event.name === 'generation-changed' || event.name === 'image-changed'

/** An event about a frame or a note. */
export type ItemEvent = Extract<ProjectEvent, { name: 'frame-changed' | 'note-changed' }>

export const isItemEvent = (event: ProjectEvent): event is ItemEvent =>
  event.name === 'frame-changed' || event.name === 'note-changed'

/**
 * A generation after an event about it; undefined where the event changes an unknown one. Unchanged parts keep their
 * identity, so that only changes are rendered again.
 */
export function applyEvent(before: GenerationShape | undefined, event: GenerationEvent): GenerationShape | undefined {
  switch (event.name) {
    case 'generation-created':
      return generationOf(event.data)
    case 'generation-changed':
      return before && withFields(before, event.data)
    case 'image-changed':
      return before && withImage(before, event.data)
  }
}

function generationOf(data: EventData<'generation-created'>): GenerationShape {
  const { seq: _seq, generationId: _generationId, ...generation } = data
  // Events that were stored by an older server name no references.
  return {
    ...generation,
    imagePrompts: generation.imagePrompts ?? [],
    styleReferences: generation.styleReferences ?? [],
  }
}

/** JSON has no undefined: a field is present, or it is not. */
const present = <Fields extends object>(fields: Fields) =>
  fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

function withFields(generation: GenerationShape, data: EventData<'generation-changed'>): GenerationShape {
  const { seq: _seq, projectId: _projectId, generationId: _generationId, ...fields } = data
  return { ...generation, ...present(fields) }
}

function withImage(generation: GenerationShape, data: EventData<'image-changed'>): GenerationShape {
  const { seq: _seq, projectId: _projectId, generationId: _generationId, imageId, ...fields } = data
  const images = generation.images.map((image) => (image.id === imageId ? { ...image, ...present(fields) } : image))
  return { ...generation, images, status: generationStatus(images.map((image) => image.status)) }
}
