import { ChevronDown, Download, FileArchive, History, Images } from 'lucide-react'
import { useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { finishedImages } from '#domain/generation/status.ts'
import { folderNames, imageFileName, slugOf } from '#domain/text/file-names.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { readPng, readWithHistory } from '#web/data/pictures/image-file.ts'
import type { NamedPicture } from '#web/data/pictures/zip-pictures.ts'
import { readFewAtATime, zipPictures } from '#web/data/pictures/zip-pictures.ts'
import { IconButton, Spinner } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/files.ts'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { downloadTexts } from './texts.ts'

/** The finished images of a card with their file names, numbered from 1 without gaps. */
const filesOf = (generation: GenerationShape, folder = '') =>
  finishedImages(generation.images).map(
    (image, index): NamedPicture => ({
      name: `${folder}${imageFileName(index + 1)}`,
      generation,
      image,
    }),
  )

/** The files of one card. */
function filesOfCard(board: BoardStore, cardId: string): NamedPicture[] {
  const generation = board.getGeneration(cardId)
  return generation ? filesOf(generation) : []
}

/** Reads every file before any is saved, and shows the result. */
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

const saveEach = (files: readonly NamedPicture[], read = readPng) =>
  download(files, async () => {
    const blobs = await readFewAtATime(files, ({ image }) => read(image.id))
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

/** Saves images of a card with their provenance: all finished ones, or only one. None whose model a race hides. */
export async function downloadWithHistory(board: BoardStore, cardId: string, imageId?: string): Promise<void> {
  const files = filesOfCard(board, cardId).filter(({ image }) => imageId === undefined || image.id === imageId)
  if (board.getGeneration(cardId)?.hiddenModel)
    return showToast({ kind: 'info', title: downloadTexts.hidden, description: downloadTexts.hiddenText })
  await saveEach(files, readWithHistory)
}

/** Saves the finished images of cards as one zip with a manifest; several cards get a folder each. */
export async function downloadCards(board: BoardStore, cardIds: readonly string[]): Promise<void> {
  const generations = cardIds.map((id) => board.getGeneration(id)).filter((generation) => generation !== undefined)
  const folders = folderNames(generations.map(({ prompt }) => prompt))
  const files = generations.flatMap((generation, index) =>
    filesOf(generation, generations.length > 1 ? `${folders[index]}/` : ''),
  )
  const name = generations.length === 1 ? slugOf(generations[0]?.prompt ?? '') : 'generations'
  await download(files, async () => saveFile(`${name}.zip`, await zipPictures(files)))
}

/** Downloads the images of a card as files, or by the menu beside it as one zip. */
export function DownloadButton({ board, cardId }: { board: BoardStore; cardId: string }) {
  const [isBusy, setBusy] = useState(false)

  const run = async (download: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    await download()
    setBusy(false)
  }
  const asFiles = () => void run(() => downloadAll(board, cardId))
  const asZip = () => void run(() => downloadCards(board, [cardId]))

  return (
    <>
      <IconButton size="small" label={downloadTexts.all} aria-busy={isBusy} onClick={asFiles}>
        {isBusy ? <Spinner /> : <Download />}
      </IconButton>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton size="small" label={downloadTexts.more} className="-ml-1 w-5!">
            <ChevronDown />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={8} className="popover menu">
            <DropdownMenu.Item className="menu-item" onSelect={asFiles}>
              <Images aria-hidden="true" />
              {downloadTexts.png}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={asZip}>
              <FileArchive aria-hidden="true" />
              {downloadTexts.zip}
            </DropdownMenu.Item>
            <DropdownMenu.Item
              className="menu-item"
              onSelect={() => void run(() => downloadWithHistory(board, cardId))}
            >
              <History aria-hidden="true" />
              {downloadTexts.history}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  )
}
