import type { GenerationShape } from '#contract/cards/generation.ts'
import { formatDate } from '#domain/format.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { singleFactsLeft } from '#domain/layout/picture-box.ts'
import { totalCost } from '#domain/lineage/branch-cost.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import type { CardFace, Scene, SceneItems } from '#web/canvas/scene/scene.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { loadBitmap } from '#web/data/pictures/load-bitmap.ts'
import type { Store } from '#web/data/store.ts'
import { boardTexts } from './texts.ts'

/** The facts about a single picture, and where they stand: a wide one leaves room in the caption alone. Null for more than one picture. */
export function singleFacts({ images, createdAt }: Pick<GenerationShape, 'images' | 'createdAt'>) {
  const [image, ...others] = images
  if (image?.status !== 'completed' || others.length > 0) return null
  const left = singleFactsLeft(images)
  return { pixels: boardTexts.pixels(image.width, image.height), day: formatDate(createdAt), left }
}

/** The settings of a card in its caption, and the pixels of a wide picture. */
export function settingsText(generation: GenerationShape): string {
  const facts = singleFacts(generation)
  const settings = generation.origin === 'made' ? boardTexts.making(generation.settings) : ''
  return [settings, facts?.left === null ? facts.pixels : ''].filter((text) => text !== '').join(' · ')
}

/** Open comments of reviewers by image and by card, and the one that is shown on its picture; null: none. */
export type CommentMarks = {
  readonly open: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly shown: { readonly imageId: string; readonly spot: Point | null } | null
}

export const noComments: CommentMarks = { open: new Map(), shown: null }

const marked = (images: CardFace['images'], counts: ReadonlyMap<string, number> | undefined): CardFace['images'] =>
  counts ? images.map((image) => ({ ...image, openComments: counts.get(image.id) })) : images

/**
 * The board as the canvas sees it.
 * @param items Its frames and notes, where they are painted with the cards
 * @param comments The marks of comments, where they are painted
 */
export function boardScene(board: BoardStore, items?: SceneItems, comments?: Store<CommentMarks>): Scene {
  return {
    cards: board.cards,
    index: board.index,
    childrenOf: board.childrenOf,
    items,

    face(id): CardFace | undefined {
      const face = board.face(id)
      if (!face) return undefined
      const generation = board.getGeneration(id)
      const single = generation && face.images.length === 1 ? singleFacts(generation) : null
      const cost = generation ? totalCost(generation) : 0
      return {
        ...face,
        images: marked(face.images, comments?.get().open.get(id)),
        badge: face.model === sketchModel.name ? sketchModel.badge : null,
        facts: single && single.left !== null ? [single.pixels, single.day] : [],
        usedFacts: {
          settings: generation ? settingsText(generation) : '',
          cost: cost > 0 ? boardTexts.cost(cost) : '',
          button: boardTexts.collapse,
        },
      }
    },

    onChange(listener) {
      const stopBoard = board.onLook((ids) => listener([...ids]))
      let before = comments?.get().open
      const stopComments = comments?.subscribe(() => {
        const { open } = comments.get()
        if (open === before) return
        const touched = new Set([...(before?.keys() ?? []), ...open.keys()])
        before = open
        listener([...touched])
      })
      return () => {
        stopBoard()
        stopComments?.()
      }
    },
  }
}

const startWorker = () => new Worker(new URL('./painter-worker.ts', import.meta.url), { type: 'module' })

/** A worker that was started while its board was being read. */
let spare: Worker | null = null

/**
 * Starts the painter of the next board. A worker takes a tenth of a second to start, and longer beside a page that renders: it is
 * there when the board is. Returns the end of one that no board has taken.
 */
export function preparePainter(): () => void {
  try {
    const worker = startWorker()
    // One that failed already would never say so to the painter that takes it.
    worker.addEventListener('error', () => {
      if (spare === worker) spare = null
    })
    spare = worker
  } catch {
    // Where workers are forbidden the page paints.
  }
  return () => {
    spare?.terminate()
    spare = null
  }
}

/** The painter of the board's tiles. */
export const boardPainting = {
  startWorker() {
    const worker = spare ?? startWorker()
    spare = null
    return worker
  },
  loadPicture: loadBitmap,
}
