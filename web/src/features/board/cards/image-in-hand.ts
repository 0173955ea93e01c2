import { useCallback, useSyncExternalStore } from 'react'
import { soleSelected } from '#domain/board/selection.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'
import { type BoardSession, useBoardSession } from '../board-session.ts'
import { selectOnly } from '../selection.ts'

/** A finished image of the selected card, which the prompt bar and the tools act on. */
export type ImageInHand = { readonly cardId: string; readonly imageId: string }

type Holding = Pick<BoardSession, 'board' | 'selection' | 'pressed'>

/** Selects the card of an image, and takes the image in hand. */
export function takeInHand(session: Holding, { cardId, imageId }: ImageInHand): void {
  session.pressed.set(imageId)
  selectOnly(session, cardId)
}

/** The image in hand: of the only selected card the pressed one, else the one that represents it; null where none is finished. */
export function imageInHand({ board, selection, pressed }: Holding): ImageInHand | null {
  const cardId = soleSelected(selection.get(), 'cards')
  if (cardId === null) return null
  const images = board.getGeneration(cardId)?.images ?? []
  const image = images.find(({ id }) => id === pressed.get()) ?? images[facePlace(images)]
  return image?.status === 'completed' ? { cardId, imageId: image.id } : null
}

/** A part of the image in hand; renders again only when that part changes. */
function useInHand<Part>(select: (inHand: ImageInHand | null) => Part): Part {
  const session = useBoardSession()
  const subscribe = useCallback(
    (listener: () => void) => {
      const { board, selection, pressed } = session
      let stopCard = () => {}
      const followCard = () => {
        stopCard()
        const [cardId] = selection.get().cards
        stopCard = cardId === undefined ? () => {} : board.subscribe(cardId, listener)
        listener()
      }
      followCard()
      const stops = [selection.subscribe(followCard), pressed.subscribe(listener), () => stopCard()]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [session],
  )
  return useSyncExternalStore(subscribe, () => select(imageInHand(session)))
}

/** Whether an image is in hand. */
export const useIsInHand = (imageId: string): boolean => useInHand((inHand) => inHand?.imageId === imageId)

/** The image in hand; null while there is none. */
export function useImageInHand(): ImageInHand | null {
  const cardId = useInHand((inHand) => inHand?.cardId ?? null)
  const imageId = useInHand((inHand) => inHand?.imageId ?? null)
  return cardId !== null && imageId !== null ? { cardId, imageId } : null
}
