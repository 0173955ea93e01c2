/** A picture on the way through a branch. */
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

/** The picture before and the one after; null at the ends. */
export function neighbours(line: readonly LinePicture[], imageId: string) {
  const at = line.findIndex((picture) => picture.imageId === imageId)
  if (at < 0) return { before: null, after: null }
  return { before: line[at - 1] ?? null, after: line[at + 1] ?? null }
}
