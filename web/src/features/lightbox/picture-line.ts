import { useMemo } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { formatPrice } from '#domain/format.ts'
import { branchOrder } from '#domain/lineage/branch-order.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { lightboxTexts } from './texts.ts'

/** An image of a branch in the order of the lightbox. */
export type LinePicture = { readonly cardId: string; readonly imageId: string }

type CardPictures = {
  readonly id: string
  readonly images: readonly { readonly id: string; readonly status: string }[]
}

/** All finished pictures of these cards, card by card. */
export const pictureLine = (cards: readonly CardPictures[]): LinePicture[] =>
  cards.flatMap(({ id, images }) =>
    images.filter(({ status }) => status === 'completed').map((image) => ({ cardId: id, imageId: image.id })),
  )

/** The previous and the next picture; null at the ends. */
export function neighbors(line: readonly LinePicture[], imageId: string) {
  const at = line.findIndex((picture) => picture.imageId === imageId)
  if (at < 0) return { before: null, after: null }
  return { before: line[at - 1] ?? null, after: line[at + 1] ?? null }
}

/** The finished pictures of a card's branch, in the order of the lightbox. */
export function useLine(startCardId: string): readonly LinePicture[] {
  const { board } = useBoardSession()
  const cards = useSettledCards(board)
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards that come and go change the way
  return useMemo(() => {
    const tree = { find: (id: string) => board.cards.get(id), childrenOf: (id: string) => board.childrenOf(id) ?? [] }
    const generations = branchOrder(startCardId, tree).map((id) => board.getGeneration(id))
    return pictureLine(generations.filter((generation) => generation !== undefined))
  }, [board, startCardId, cards])
}

/** An image's share of its generation's price, unless a race hides it. */
export function costFact({
  price,
  images,
  hiddenModel,
}: Pick<GenerationShape, 'price' | 'images' | 'hiddenModel'>): string {
  if (hiddenModel) return boardTexts.race.hiddenCost
  if (price === 0) return lightboxTexts.free
  return lightboxTexts.credits(formatPrice(price / images.length))
}
