import { readBarePng, readPng } from '../image-file.ts'
import type { NamedPicture } from './manifest.ts'

/** Reads a picture for a download: with its record, unless that would reveal what a race hides. */
export const readPicture = ({ image, hidesModel }: Pick<NamedPicture, 'image' | 'hidesModel'>): Promise<Blob> =>
  hidesModel ? readBarePng(image.id) : readPng(image.id)
