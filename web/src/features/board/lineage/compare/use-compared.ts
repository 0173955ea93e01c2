import { useEffect, useReducer } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import type { BoardView } from '../../board-view.ts'

/** An image with its card. */
export type ComparedImage = { readonly image: ImageShape; readonly generation: GenerationShape }

/** The compared images as they are now; those that have gone are left out. */
export function useCompared({ board }: BoardView, imageIds: readonly string[]): ComparedImage[] {
  const [, readAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const cardIds = new Set(imageIds.map((id) => board.generationOfImage(id) ?? ''))
    const stops = Array.from(cardIds, (id) => board.subscribe(id, readAgain))
    return () => {
      for (const stop of stops) stop()
    }
  }, [board, imageIds])
  return imageIds.flatMap((id) => {
    const generation = board.getGeneration(board.generationOfImage(id) ?? '')
    const image = generation?.images.find((each) => each.id === id)
    return generation && image ? [{ generation, image }] : []
  })
}
