import { manifestOf, type NamedPicture } from './manifest.ts'
import { readPicture } from './read-picture.ts'

/**
 * Pictures as real PNGs in one zip, with a manifest that says how each was made.
 * @throws Error where one of them can't be read: all of them or none.
 */
export async function zipPictures(files: readonly NamedPicture[]): Promise<Blob> {
  const blobs = await Promise.all(files.map(readPicture))
  const { downloadZip } = await import('client-zip')
  const manifest = JSON.stringify(manifestOf(files), null, 2)
  const entries = files.map((file, index) => ({
    name: file.name,
    input: blobs[index] ?? new Blob(),
    lastModified: new Date(file.image.createdAt),
  }))
  return downloadZip([...entries, { name: 'manifest.json', input: manifest, lastModified: new Date() }]).blob()
}
