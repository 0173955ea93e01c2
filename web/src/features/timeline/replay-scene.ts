import type { GenerationShape } from '#contract/cards/generation.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { createReplay, type HistoryEntry, type Replay } from '#domain/history/replay.ts'
import { cardRect } from '#domain/layout/card.ts'
import { createSpatialIndex } from '#domain/layout/spatial-index.ts'
import { childrenByParent } from '#domain/lineage/descendants.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'
import type { CardFace, Scene, SceneCard } from '#web/canvas/scene/scene.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import type { Past } from '#web/data/projects.ts'

/** The part of today's board that snapshots are drawn with. */
export type TodaysBoard = Pick<BoardStore, 'cards' | 'face' | 'getGeneration'>

/** The scene of a canvas at any time of its replay. */
export type ReplayScene = {
  readonly scene: Scene
  readonly replay: Replay
  /** A card of any time, with its images. */
  generation(id: string): GenerationShape | undefined
  /** Cards of the shown snapshot that are deleted today. */
  deletedSince(): string[]
  goTo(count: number): void
}

/** The face of a deleted card. Its pictures are in no sheet any more, and are shown as colors when zoomed out. */
const faceOf = ({ prompt, model, branchKind, images }: GenerationShape): CardFace => ({
  prompt,
  model: shownModel(model),
  badge: null,
  branchKind,
  isRunning: false,
  bestPlace: facePlace(images),
  facts: [],
  usedFacts: null,
  images: images.map(({ id, status, averageColor, feedback, width, height }) => ({
    id,
    state: status === 'completed' ? 'picture' : 'failed',
    averageColor,
    isStarred: feedback.includes('star'),
    width,
    height,
    sheet: null,
  })),
})

/** Creates the scene of a board's replay. Permanently deleted cards are in none of its snapshots. */
export function createReplayScene(board: TodaysBoard, past: Past): ReplayScene {
  const deleted = new Map(past.deleted.map((card) => [card.id, card]))
  const isKnown = ({ cardId }: HistoryEntry) => board.cards.has(cardId) || deleted.has(cardId)
  const replay = createReplay(past.entries.filter(isKnown))
  const made = [...new Set(replay.entries.map(({ cardId }) => cardId))]
  const parentOf = (id: string) => board.cards.get(id)?.parentId ?? deleted.get(id)?.parentGenerationId ?? null
  const nodes = made.map((id, order) => ({ id, parentId: parentOf(id), order }))
  const known = new Map(nodes.map((node) => [node.id, node]))
  const children = childrenByParent(nodes)
  const cards = new Map<string, SceneCard>()
  const index = createSpatialIndex()
  const listeners = new Set<(ids: readonly string[]) => void>()

  const show = (ids: Iterable<string>) => {
    const changed = [...ids]
    for (const id of changed) {
      const was = replay.card(id)
      const node = known.get(id)
      if (was?.isThere && node) {
        const { x, y, isCollapsed } = was
        cards.set(id, { ...node, x, y, isCollapsed })
        index.set(id, cardRect(was))
      } else {
        cards.delete(id)
        index.remove(id)
      }
    }
    if (changed.length > 0) for (const listener of [...listeners]) listener(changed)
  }
  show(made)

  return {
    replay,
    scene: {
      cards,
      index,
      childrenOf: (id) => children.get(id)?.filter((child) => cards.has(child)),
      face(id) {
        const gone = deleted.get(id)
        if (gone) return faceOf(gone)
        const face = board.face(id)
        return face && { ...face, badge: null, facts: [], usedFacts: null }
      },
      onChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    generation: (id) => deleted.get(id) ?? board.getGeneration(id),
    deletedSince: () => [...deleted.keys()].filter((id) => cards.has(id)),
    goTo: (count) => show(replay.goTo(count)),
  }
}
