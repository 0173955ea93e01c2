import type { FrameShape, NoteShape } from '#contract/board/board-item.ts'
import type { BoardChangeShape } from '#contract/board/change.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { FrameFields, NoteFields } from '#domain/board/board-item.ts'
import { type ItemChange, isItemChange } from '#domain/board/change.ts'
import { changedFrame, changedNote, isFrameChange } from '#domain/board/change-item.ts'
import { withDescendants } from '#domain/lineage/descendants.ts'
import type { ProjectEvent } from '../live/event-stream.ts'

type Card = { generation: GenerationShape; deletedWith: string | null }

/**
 * One project as the server stores it: changes applied once, in the order of their arrival, each broadcast by an event.
 */
export function createSimulatedServer(generations: readonly GenerationShape[]) {
  const cards = new Map<string, Card>(
    generations.map((generation) => [generation.id, { generation, deletedWith: null }]),
  )
  const frames = new Map<string, FrameFields>()
  const notes = new Map<string, NoteFields>()
  const projectId = generations[0]?.projectId ?? ''
  const events: ProjectEvent[] = []
  const applied = new Set<string>()
  let seq = 10

  const broadcast = (generationId: string, name: ProjectEvent['name'], fields: object) => {
    seq += 1
    const projectId = cards.get(generationId)?.generation.projectId
    events.push({ name, data: { seq, projectId, generationId, ...fields } } as unknown as ProjectEvent)
  }
  const live = () => [...cards.values()].filter((card) => card.deletedWith === null)

  const change = (id: string, fields: Partial<GenerationShape>) => {
    const card = cards.get(id)
    if (card?.deletedWith !== null) return
    card.generation = { ...card.generation, ...fields }
    broadcast(id, 'generation-changed', fields)
  }

  const rate = ({ imageId, feedbackType, isGiven }: Extract<BoardChangeShape, { kind: 'feedback' }>) => {
    const card = live().find(({ generation }) => generation.images.some(({ id }) => id === imageId))
    const image = card?.generation.images.find(({ id }) => id === imageId)
    if (!card || !image) return
    const others = image.feedback.filter((type) => type !== feedbackType)
    const feedback = isGiven
      ? image.feedback.includes(feedbackType)
        ? image.feedback
        : [...others, feedbackType]
      : others
    const images = card.generation.images.map((other) => (other === image ? { ...image, feedback } : other))
    card.generation = { ...card.generation, images }
    broadcast(card.generation.id, 'image-changed', { imageId, feedback })
  }

  const remove = (root: string) => {
    if (cards.get(root)?.deletedWith !== null) return
    const nodes = live().map(({ generation: { id, parentGenerationId } }) => ({ id, parentId: parentGenerationId }))
    const ids = withDescendants(root, nodes)
    for (const id of ids) Object.assign(cards.get(id) ?? {}, { deletedWith: root })
    broadcast(root, 'generation-deleted', { ids })
  }

  const restore = (root: string) => {
    const branch = [...cards.values()].filter(({ deletedWith }) => deletedWith === root)
    if (branch.length === 0) return
    for (const card of branch) card.deletedWith = null
    broadcast(root, 'generation-restored', { ids: branch.map(({ generation }) => generation.id) })
  }

  const changeItem = (item: ItemChange) => {
    seq += 1
    if (isFrameChange(item)) {
      const { frameId } = item
      const frame = changedFrame(frames.get(frameId) ?? null, item)
      if (frame) frames.set(frameId, frame)
      else frames.delete(frameId)
      events.push({ name: 'frame-changed', data: { seq, projectId, frameId, frame } })
      return
    }
    const { noteId } = item
    const note = changedNote(notes.get(noteId) ?? null, item)
    if (note) notes.set(noteId, note)
    else notes.delete(noteId)
    events.push({ name: 'note-changed', data: { seq, projectId, noteId, note } })
  }

  const carryOut = (item: BoardChangeShape) => {
    if (isItemChange(item)) changeItem(item)
    else if (item.kind === 'place') change(item.generationId, { canvasX: item.canvasX, canvasY: item.canvasY })
    else if (item.kind === 'collapse') change(item.generationId, { isCollapsed: item.isCollapsed })
    else if (item.kind === 'feedback') rate(item)
    else if (item.kind === 'delete') remove(item.generationId)
    else if (item.kind === 'restore') restore(item.generationId)
  }

  return {
    get seq() {
      return seq
    },
    /** The cards on the board, parents first. */
    list: () => live().map(({ generation }) => generation),
    items: (): { frames: FrameShape[]; notes: NoteShape[] } => ({
      frames: Array.from(frames, ([id, frame]) => ({ id, ...frame })),
      notes: Array.from(notes, ([id, note]) => ({ id, ...note })),
    }),
    eventsAfter: (after: number) => events.filter((event) => event.data.seq > after),
    apply(changes: readonly BoardChangeShape[]): { seq: number } {
      for (const item of changes) {
        if (applied.has(item.id)) continue
        applied.add(item.id)
        carryOut(item)
      }
      return { seq }
    },
    /** Creates a branch, as a request from another client would. */
    make(generation: GenerationShape) {
      const parentId = generation.parentGenerationId
      if (parentId !== null && cards.get(parentId)?.deletedWith !== null) return
      cards.set(generation.id, { generation, deletedWith: null })
      const { id: generationId, ...fields } = generation
      broadcast(generationId, 'generation-created', { id: generationId, ...fields })
    },
  }
}

export type SimulatedServer = ReturnType<typeof createSimulatedServer>
