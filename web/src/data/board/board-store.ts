import type { GenerationShape } from '#contract/generation.ts'
import type { LiveEvent } from '../events/live-event.ts'
import { createStore } from '../store.ts'
import { applyEvent } from './apply-event.ts'
import { type Board, boardOf, emptyBoard, withGeneration } from './board.ts'
import { type CardLayout, layoutOf } from './card-layout.ts'

/** What the person changes by hand. It shows at once and stays until the server has answered. */
export type CardChange = Partial<Pick<GenerationShape, 'canvasX' | 'canvasY' | 'isCollapsed'>>

export type LoadState = 'loading' | 'loaded' | 'failed' | 'not-found'

/** One project's board in the browser: the server's state, with the person's own pending changes laid over it. */
export type BoardStore = ReturnType<typeof createBoardStore>

/** Makes the store of a board that has not been read yet. */
export function createBoardStore(projectId: string) {
  const loadState = createStore<LoadState>('loading')
  const layout = createStore<readonly CardLayout[]>([])
  const pending = new Map<string, CardChange>()
  const shown = new Map<string, GenerationShape>()
  const listeners = new Map<string, Set<() => void>>()
  let board: Board = emptyBoard
  let isReading = false
  let meanwhile: LiveEvent[] = []

  const show = (id: string): void => {
    const generation = board.generations.get(id)
    if (generation) shown.set(id, { ...generation, ...pending.get(id) })
    else shown.delete(id)
    for (const listener of [...(listeners.get(id) ?? [])]) listener()
  }

  const arrange = () => layout.set(layoutOf(shown.values(), layout.get()))

  /** @param touched The cards that may differ; left out: any of them. */
  const commit = (next: Board, touched?: readonly string[]): void => {
    const before = board.generations
    board = next
    if (next.generations === before) return
    for (const id of touched ?? new Set([...before.keys(), ...next.generations.keys()]))
      if (before.get(id) !== next.generations.get(id)) show(id)
  }

  const commitAndArrange = (next: Board, touched?: readonly string[]): void => {
    commit(next, touched)
    arrange()
  }

  return {
    projectId,
    loadState,
    layout,
    getGeneration: (id: string) => shown.get(id),
    generations: () => shown.values(),

    subscribe(id: string, listener: () => void) {
      const ofCard = listeners.get(id) ?? new Set()
      listeners.set(id, ofCard.add(listener))
      return () => {
        ofCard.delete(listener)
        if (ofCard.size === 0) listeners.delete(id)
      }
    },

    /** From here to `finishReading` events are kept: the list that is on its way may be older than they are. */
    startReading() {
      isReading = true
      meanwhile = []
    },

    finishReading(list: { items: readonly GenerationShape[]; seq: number }) {
      isReading = false
      commitAndArrange(meanwhile.reduce(applyEvent, boardOf(list)))
      meanwhile = []
      loadState.set('loaded')
    },

    receive(event: LiveEvent) {
      if (isReading) meanwhile.push(event)
      const next = applyEvent(board, event)
      if (event.name === 'image-changed') commit(next, [event.data.generationId])
      else commitAndArrange(next)
    },

    add(generation: GenerationShape) {
      commitAndArrange(withGeneration(board, generation), [generation.id])
    },

    remove(ids: readonly string[]) {
      const generations = new Map(board.generations)
      for (const id of ids) generations.delete(id)
      commitAndArrange({ ...board, generations }, ids)
    },

    /** Shows a change before the server knows of it. Returns what ends that, with the server's answer or, on failure, null. */
    change(id: string, change: CardChange) {
      const mine = { ...pending.get(id), ...change }
      pending.set(id, mine)
      show(id)
      arrange()
      return (answer: GenerationShape | null) => {
        // A later change of the same card has taken over.
        if (pending.get(id) !== mine) return
        pending.delete(id)
        const generation = board.generations.get(id)
        if (!generation) return
        const { canvasX, canvasY, isCollapsed } = answer ?? generation
        const settled = { ...generation, canvasX, canvasY, isCollapsed }
        commitAndArrange({ ...board, generations: new Map(board.generations).set(id, settled) }, [id])
      }
    },
  }
}
