import type { EventData } from '#contract/events.ts'
import type { GenerationShape } from '#contract/generation.ts'
import { generationStatus } from '#domain/generation/status.ts'
import type { LiveEvent } from '../events/live-event.ts'
import type { Board } from './board.ts'

/**
 * The board after an event. Late and repeated events change nothing, so a stream that replays what was already seen does no
 * harm. Everything the event does not touch keeps its identity, so that only what changed is rendered again.
 */
export function applyEvent(board: Board, event: LiveEvent): Board {
  const { seq } = event.data
  if (seq <= board.seq) return board
  switch (event.name) {
    case 'generation-created':
      return { seq, generations: withOne(board, generationOf(event.data)) }
    case 'generation-changed':
      return changed(board, event.data, (generation) => withFields(generation, event.data))
    case 'generation-deleted': {
      const generations = new Map(board.generations)
      for (const id of event.data.ids) generations.delete(id)
      return { seq, generations }
    }
    case 'image-changed':
      return changed(board, event.data, (generation) => withImage(generation, event.data))
    case 'generation-restored': // Carries ids only: whoever holds the board reads it anew.
    case 'project-changed':
      return { ...board, seq }
  }
}

const withOne = (board: Board, generation: GenerationShape) => new Map(board.generations).set(generation.id, generation)

function generationOf(data: EventData<'generation-created'>): GenerationShape {
  const { seq: _seq, generationId: _generationId, ...generation } = data
  return generation
}

function changed(
  board: Board,
  { seq, generationId }: { seq: number; generationId: string },
  change: (generation: GenerationShape) => GenerationShape,
): Board {
  const generation = board.generations.get(generationId)
  return generation ? { seq, generations: withOne(board, change(generation)) } : { ...board, seq }
}

/** JSON carries no undefined: a field is there, or it is not. */
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
