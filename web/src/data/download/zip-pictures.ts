import { readPng } from '../pictures/image-file.ts'
import { fewAtATime } from './few-at-a-time.ts'
import { manifestOf, type NamedPicture } from './manifest.ts'

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
