import type { GenerationShape } from '#contract/generation.ts'
import { formatDate } from '#domain/format.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import type { CardFace, Scene, SceneItems } from '#web/canvas/scene/scene.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { loadBitmap } from '#web/data/pictures/load-bitmap.ts'
import type { Store } from '#web/data/store.ts'
import { boardTexts } from './texts.ts'

/** What stands beside a single picture: its pixels, and the day it came; null where there is none, or more than one. */
export function singleFacts({ images, createdAt }: Pick<GenerationShape, 'images' | 'createdAt'>) {
  const [image, ...others] = images
  if (image?.status !== 'completed' || others.length > 0) return null
  return { pixels: boardTexts.pixels(image.width, image.height), day: formatDate(createdAt) }
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
      const single = face.images.length === 1 ? board.getGeneration(id) : undefined
      return {
        ...face,
        images: marked(face.images, comments?.get().open.get(id)),
        badge: face.model === sketchModel.name ? sketchModel.badge : null,
        facts: Object.values((single && singleFacts(single)) ?? {}),
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

/** What paints the board's tiles. */
export const boardPainting = {
  startWorker() {
    const worker = spare ?? startWorker()
    spare = null
    return worker
  },
  loadPicture: loadBitmap,
}
