import type { ReadablePictures } from '../common/input-pictures.ts'
import { type SentPicture, sentPictures } from '../common/sent-pictures.ts'
import type { ImageRequest, PictureCall } from '../provider.ts'

/** The kinds of files that engines read by Pillow or stb_image. */
export const readableByEngines: ReadablePictures = { kinds: ['png', 'jpeg'], mostBytes: 50_000_000 }

/** The one picture that an engine starts from, if the request has one; the others are reported in `warnings`. */
export async function startPicture(
  request: ImageRequest,
  call: PictureCall,
): Promise<{ readonly start: SentPicture | undefined; readonly warnings: readonly string[] }> {
  const { pictures, warnings } = await sentPictures(request, request.model.mostImagePrompts, readableByEngines, call)
  return { start: pictures[0], warnings }
}
