import type { GenerationShape } from '#contract/generation.ts'
import { folderNames, imageFileName, slugOf } from '#domain/text/file-names.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { readFewAtATime } from '#web/data/download/few-at-a-time.ts'
import type { NamedPicture } from '#web/data/download/manifest.ts'
import { readPicture } from '#web/data/download/read-picture.ts'
import { zipPictures } from '#web/data/download/zip-pictures.ts'
import { readWithHistory } from '#web/data/image-file.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/toast.ts'
import { finishedImages } from '../branching/composing.ts'
import { downloadTexts } from './texts.ts'

/** The finished images of a card with the names of their files, which count from 1 without gaps. */
const filesOf = (generation: GenerationShape, { board, folder = '' }: { board: BoardStore; folder?: string }) =>
  finishedImages(generation).map(
    (image, index): NamedPicture => ({
      name: `${folder}${imageFileName(index + 1)}`,
      generation,
      image,
      hidesModel: board.hidesModel(generation.id),
    }),
  )

/** The files of one card. */
function filesOfCard(board: BoardStore, cardId: string): NamedPicture[] {
  const generation = board.getGeneration(cardId)
  return generation ? filesOf(generation, { board }) : []
}

/** Does it, and says how it went: every file is read before anything is saved. */
async function download(files: readonly NamedPicture[], save: () => Promise<void>): Promise<void> {
  if (files.length === 0)
    return showToast({ kind: 'info', title: downloadTexts.nothing, description: downloadTexts.nothingText })
  try {
    await save()
    showToast({ kind: 'success', title: downloadTexts.done })
  } catch {
    showToast({ kind: 'error', title: downloadTexts.failed, description: downloadTexts.failedText })
  }
}

const saveEach = (files: readonly NamedPicture[], read = readPicture) =>
  download(files, async () => {
    const blobs = await readFewAtATime(files, read)
    for (const [index, { name }] of files.entries()) saveFile(name, blobs[index] ?? new Blob())
  })

/** Saves each finished image of a card as a PNG of its own. */
export async function downloadAll(board: BoardStore, cardId: string): Promise<void> {
  await saveEach(filesOfCard(board, cardId))
}

/** Saves one image as a PNG, under the name that it has among its card's. */
export async function downloadImage(board: BoardStore, cardId: string, imageId: string): Promise<void> {
  await saveEach(filesOfCard(board, cardId).filter(({ image }) => image.id === imageId))
}

/** Saves images of a card with their history inside: all finished ones, or only one. None whose model a race hides. */
export async function downloadWithHistory(board: BoardStore, cardId: string, imageId?: string): Promise<void> {
  const files = filesOfCard(board, cardId).filter(({ image }) => imageId === undefined || image.id === imageId)
  if (files.some(({ hidesModel }) => hidesModel))
    return showToast({ kind: 'info', title: downloadTexts.hidden, description: downloadTexts.hiddenText })
  await saveEach(files, ({ image }) => readWithHistory(image.id))
}

/** Saves the finished images of cards as one zip with a manifest; several cards get a folder each. */
export async function downloadCards(board: BoardStore, cardIds: readonly string[]): Promise<void> {
  const generations = cardIds.map((id) => board.getGeneration(id)).filter((generation) => generation !== undefined)
  const folders = folderNames(generations.map(({ prompt }) => prompt))
  const files = generations.flatMap((generation, index) =>
    filesOf(generation, { board, folder: generations.length > 1 ? `${folders[index]}/` : '' }),
  )
  const name = generations.length === 1 ? slugOf(generations[0]?.prompt ?? '') : 'generations'
  await download(files, async () => saveFile(`${name}.zip`, await zipPictures(files)))
}
