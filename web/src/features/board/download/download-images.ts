import { downloadZip } from 'client-zip'
import type { GenerationShape } from '#contract/generation.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { readPng } from '#web/data/image-file.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/toast.ts'
import { finishedImages } from '../branching/composing.ts'
import { folderNames, imageFileName, slugOf } from './file-names.ts'
import { manifestOf } from './manifest.ts'
import { downloadTexts } from './texts.ts'

/** The finished images of a card with the names of their files, which count from 1 without gaps. */
const filesOf = (generation: GenerationShape, folder = '') =>
  finishedImages(generation).map((image, index) => ({
    name: `${folder}${imageFileName(index + 1)}`,
    generation,
    image,
  }))

type NamedFile = ReturnType<typeof filesOf>[number]

/** Reads every file before anything is saved: all of them or none. Says how it went. */
async function download(files: readonly NamedFile[], save: (blobs: readonly Blob[]) => Promise<void> | void) {
  if (files.length === 0)
    return showToast({ kind: 'info', title: downloadTexts.nothing, description: downloadTexts.nothingText })
  try {
    await save(await Promise.all(files.map(({ image }) => readPng(image.id))))
    showToast({ kind: 'success', title: downloadTexts.done })
  } catch {
    showToast({ kind: 'error', title: downloadTexts.failed, description: downloadTexts.failedText })
  }
}

/** Saves each finished image of a card as a PNG of its own. */
export async function downloadAll(board: BoardStore, cardId: string): Promise<void> {
  const generation = board.getGeneration(cardId)
  const files = generation ? filesOf(generation) : []
  await download(files, (blobs) => {
    for (const [index, { name }] of files.entries()) saveFile(name, blobs[index] ?? new Blob())
  })
}

/** Saves one image as a PNG, under the name that it has among its card's. */
export async function downloadImage(board: BoardStore, cardId: string, imageId: string): Promise<void> {
  const generation = board.getGeneration(cardId)
  const files = (generation ? filesOf(generation) : []).filter(({ image }) => image.id === imageId)
  await download(files, ([blob]) => {
    if (files[0] && blob) saveFile(files[0].name, blob)
  })
}

/** Saves the finished images of cards as one zip with a manifest; several cards get a folder each. */
export async function downloadCards(board: BoardStore, cardIds: readonly string[]): Promise<void> {
  const generations = cardIds.map((id) => board.getGeneration(id)).filter((generation) => generation !== undefined)
  const folders = folderNames(generations.map(({ prompt }) => prompt))
  const files = generations.flatMap((generation, index) =>
    filesOf(generation, generations.length > 1 ? `${folders[index]}/` : ''),
  )
  const name = generations.length === 1 ? slugOf(generations[0]?.prompt ?? '') : 'generations'
  await download(files, async (blobs) => {
    const manifest = JSON.stringify(manifestOf(files), null, 2)
    const entries = files.map((file, index) => ({
      name: file.name,
      input: blobs[index] ?? new Blob(),
      lastModified: new Date(file.image.createdAt),
    }))
    const zip = downloadZip([...entries, { name: 'manifest.json', input: manifest, lastModified: new Date() }])
    saveFile(`${name}.zip`, await zip.blob())
  })
}
