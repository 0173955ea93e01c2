import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { readPng } from './image-file.ts'

/** The entries of a zip, each read when the zip has reached it. */
export async function* zipEntries(files: readonly NamedPicture[], read: (file: NamedPicture) => Promise<Blob>) {
  let place = 0
  for await (const input of fewAtATime(files, read)) {
    const file = files[place++]
    if (file) yield { name: file.name, input, lastModified: new Date(file.image.createdAt) }
  }
  const manifest = JSON.stringify(manifestOf(files), null, 2)
  yield { name: 'manifest.json', input: manifest, lastModified: new Date() }
}

/**
 * Pictures as real PNGs in one zip, with a manifest of their settings. It is written as a stream: at no time are more
 * than a few pictures in memory, and the browser keeps a large Blob on disk.
 * @throws Error where one of them cannot be read: all of them or none.
 */
export async function zipPictures(files: readonly NamedPicture[]): Promise<Blob> {
  const { downloadZip } = await import('client-zip')
  return downloadZip(zipEntries(files, ({ image }) => readPng(image.id))).blob()
}

/** A browser opens six connections to a server over HTTP/1.1; the others stay free for the page. */
const atOnce = 4

/**
 * Reads items with limited concurrency, and yields them in their order. Yielded items are not kept.
 * @throws the first failure; nothing more is read then.
 */
export async function* fewAtATime<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  const underWay: Promise<Read>[] = []
  for (const item of items) {
    if (underWay.length === atOnce) yield await (underWay.shift() as Promise<Read>)
    const reading = read(item)
    // It is awaited in its turn: until then its failure is not unhandled.
    reading.catch(() => {})
    underWay.push(reading)
  }
  for (const reading of underWay) yield await reading
}

/** The same, as a list. */
export async function readFewAtATime<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): Promise<Read[]> {
  const all: Read[] = []
  for await (const each of fewAtATime(items, read)) all.push(each)
  return all
}

/** The fields of a picture's generation in a manifest; an asset does not have all of it. */
type Making = Pick<GenerationShape, 'prompt' | 'model' | 'settings' | 'parentGenerationId'> &
  Partial<Pick<GenerationShape, 'branchKind' | 'parentImageId' | 'edit'>>

/** A picture with the name of its file. */
export type NamedPicture = {
  readonly name: string
  readonly generation: Making
  readonly image: ImageShape
}

/** The manifest of a zip, from which each picture can be generated again. */
export function manifestOf(files: readonly NamedPicture[]) {
  return {
    images: files.map(({ name, generation, image }) => ({
      file: name,
      id: image.id,
      generationId: image.generationId,
      prompt: promptOf(generation, image),
      model: generation.model,
      settings: generation.settings,
      seed: image.seed,
      width: image.width,
      height: image.height,
      branchKind: generation.branchKind,
      ...(generation.edit && { edit: generation.edit }),
      parentGenerationId: generation.parentGenerationId,
      parentImageId: generation.parentImageId,
      feedback: image.feedback,
      createdAt: image.createdAt,
    })),
  }
}
