import type { Result } from '#domain/result.ts'
import { type NotTaken, rewritePicture } from './clean-picture.ts'

/** The middle of a picture from outside as a square WebP. @param edge Pixels; smaller pictures are enlarged. */
export const squarePicture = (path: string, edge: number): Promise<Result<Uint8Array, NotTaken>> =>
  rewritePicture(path, ({ upright }) =>
    upright.resize(edge, edge, { fit: 'cover', position: 'centre' }).webp({ quality: 88, effort: 4 }).toBuffer(),
  )
