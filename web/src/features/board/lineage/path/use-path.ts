import { useMemo } from 'react'
import { pathFromRoot } from '#domain/lineage/path-from-root.ts'
import { pathSteps } from '#domain/lineage/path-steps.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { stepCaption } from '#web/viewing/path/step-caption.ts'
import type { BoardView } from '../../board-view.ts'
import { lineageTexts } from '../texts.ts'

/** A step as it is shown. */
export type ShownStep = ReturnType<typeof usePath>[number]

/** The steps to an image, each with its caption. */
export function usePath({ board }: BoardView, cardId: string, imageId: string) {
  const cards = useSettledCards(board)
  const styleTitle = useStyleTitle(lineageTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards that come and go change the way
  const steps = useMemo(() => {
    const path = pathFromRoot(cardId, (id) => board.cards.get(id)).map(({ id }) => board.getGeneration(id))
    return pathSteps(
      path.filter((generation) => generation !== undefined),
      imageId,
    )
  }, [board, cardId, imageId, cards])
  return steps.map(({ card, imageId: id, difference }) => {
    const image = card.images.find((each) => each.id === id) ?? null
    return {
      cardId: card.id,
      prompt: card.prompt,
      image,
      picture: image && { ...image, address: imageAddress(image.id, 256) },
      caption: stepCaption(difference, styleTitle),
    }
  })
}
