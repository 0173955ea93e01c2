import type { GenerationShape } from '#contract/generation.ts'
import { finishedImages } from './composing.ts'

/** A finished image of the project, with what tells it from the others. */
export type AttachableImage = { readonly id: string; readonly prompt: string; readonly place: number }

type Cards = {
  readonly cards: ReadonlyMap<string, { readonly id: string; readonly createdAt: number }>
  getGeneration(id: string): GenerationShape | undefined
}

/**
 * The finished images of a project, the newest card's first, at most so many: a board is too large to be written out for a
 * list of which the beginning is seen. `place` counts from 1 within the card.
 */
export function attachableImages({ cards, getGeneration }: Cards, most: number): AttachableImage[] {
  const found: AttachableImage[] = []
  for (const { id } of [...cards.values()].sort((a, b) => b.createdAt - a.createdAt)) {
    if (found.length >= most) break
    const generation = getGeneration(id)
    if (!generation) continue
    for (const image of finishedImages(generation))
      found.push({ id: image.id, prompt: generation.prompt, place: image.orderNum + 1 })
  }
  return found
}
