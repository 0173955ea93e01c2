import type { Viewing } from './open-lightbox.ts'

/** Gives the focus back to the picture on its card that was seen last, or to the card where its pictures are hidden. */
export function focusPicture({ cardId, imageId }: Viewing): void {
  const picture = document.querySelector<HTMLElement>(`[data-image="${imageId}"] .picture-open`)
  const card = document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
  const target = picture ?? card
  target?.focus({ preventScroll: true })
}
