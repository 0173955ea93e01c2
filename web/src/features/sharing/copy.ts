import type { BoardStore } from '#web/data/board/board-store.ts'
import { readPng } from '#web/data/pictures/image-file.ts'
import { copy, copyText } from '#web/ui/copy-text.ts'
import { sharingTexts } from './texts.ts'

const failedBy = (description: string) => ({ title: sharingTexts.failed, description })
const say = (done: string) => ({ done, failed: failedBy(sharingTexts.failedText) })

/** Puts an image on the clipboard as a PNG. */
export function copyImage(imageId: string): Promise<void> {
  return copy(
    // The bytes may arrive later: some browsers require that the write starts during the press.
    () => navigator.clipboard.write([new ClipboardItem({ 'image/png': readPng(imageId) })]),
    { done: sharingTexts.imageCopied, failed: failedBy(sharingTexts.imageFailedText) },
  )
}

/** Copies a prompt. */
export const copyPrompt = (prompt: string): Promise<void> => copyText(prompt, say(sharingTexts.promptCopied))

/** Copies an image's seed. */
export const copySeed = (seed: number): Promise<void> => copyText(String(seed), say(sharingTexts.seedCopied))

/** The absolute address at which the project opens on this card. */
const cardAddress = (origin: string, projectId: string, cardId: string) =>
  `${origin}/project/${projectId}?card=${cardId}`

/** Copies the address of a card. */
export const copyCardLink = (board: BoardStore, cardId: string): Promise<void> =>
  copyText(cardAddress(location.origin, board.projectId, cardId), say(sharingTexts.linkCopied))
