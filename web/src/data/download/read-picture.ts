import { readBarePng, readPng } from '../image-file.ts'
import type { NamedPicture } from './manifest.ts'

/** A picture as it is carried away: with the record of how it was made, unless that gives away what a race hides. */
export const readPicture = ({ image, hidesModel }: Pick<NamedPicture, 'image' | 'hidesModel'>): Promise<Blob> =>
  hidesModel ? readBarePng(image.id) : readPng(image.id)
