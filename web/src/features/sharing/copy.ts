import type { BoardStore } from '#web/data/board/board-store.ts'
import { readBarePng, readPng } from '#web/data/image-file.ts'
import { copy, copyText } from '#web/ui/copy-text.ts'
import { sharingTexts } from './texts.ts'

const failedBy = (description: string) => ({ title: sharingTexts.failed, description })
const say = (done: string) => ({ done, failed: failedBy(sharingTexts.failedText) })

/** Puts an image on the clipboard as a PNG: without the record of how it was made, where a race hides the model. */
export function copyImage(board: BoardStore, imageId: string): Promise<void> {
  const read = board.hidesModel(board.generationOfImage(imageId) ?? '') ? readBarePng : readPng
  return copy(
    // The bytes may come later: a browser that asks for a press lets the write begin only in its wake.
    () => navigator.clipboard.write([new ClipboardItem({ 'image/png': read(imageId) })]),
    { done: sharingTexts.imageCopied, failed: failedBy(sharingTexts.imageFailedText) },
  )
}

/** Puts a card's prompt on the clipboard. */
export const copyPrompt = (board: BoardStore, cardId: string): Promise<void> =>
  copyText(board.getGeneration(cardId)?.prompt ?? '', say(sharingTexts.promptCopied))

/** Puts an image's seed on the clipboard. */
export const copySeed = (seed: number): Promise<void> => copyText(String(seed), say(sharingTexts.seedCopied))

/** The absolute address at which the project opens on this card. */
export const cardAddress = (origin: string, projectId: string, cardId: string) =>
  `${origin}/project/${projectId}?card=${cardId}`

/** Puts the address of a card on the clipboard. */
export const copyCardLink = (board: BoardStore, cardId: string): Promise<void> =>
  copyText(cardAddress(location.origin, board.projectId, cardId), say(sharingTexts.linkCopied))
