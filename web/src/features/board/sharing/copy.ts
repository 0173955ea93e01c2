import type { BoardStore } from '#web/data/board/board-store.ts'
import { readPng } from '#web/data/image-file.ts'
import { showToast } from '#web/ui/toast.ts'
import { sharingTexts } from './texts.ts'

async function copy(write: () => Promise<void>, said: { done: string; failed: string }): Promise<void> {
  try {
    await write()
    showToast({ kind: 'success', title: said.done })
  } catch {
    showToast({ kind: 'error', title: sharingTexts.failed, description: said.failed })
  }
}

const copyText = (text: string, done: string) =>
  copy(() => navigator.clipboard.writeText(text), { done, failed: sharingTexts.failedText })

/** Puts an image on the clipboard as a PNG. */
export const copyImage = (imageId: string): Promise<void> =>
  copy(
    // The bytes may come later: a browser that asks for a press lets the write begin only in its wake.
    () => navigator.clipboard.write([new ClipboardItem({ 'image/png': readPng(imageId) })]),
    { done: sharingTexts.imageCopied, failed: sharingTexts.imageFailedText },
  )

/** Puts a card's prompt on the clipboard. */
export const copyPrompt = (board: BoardStore, cardId: string): Promise<void> =>
  copyText(board.getGeneration(cardId)?.prompt ?? '', sharingTexts.promptCopied)

/** Puts an image's seed on the clipboard. */
export const copySeed = (seed: number): Promise<void> => copyText(String(seed), sharingTexts.seedCopied)

/** The absolute address at which the project opens on this card. */
export const cardAddress = (origin: string, projectId: string, cardId: string) =>
  `${origin}/project/${projectId}?card=${cardId}`

/** Puts the address of a card on the clipboard. */
export const copyCardLink = (board: BoardStore, cardId: string): Promise<void> =>
  copyText(cardAddress(location.origin, board.projectId, cardId), sharingTexts.linkCopied)
