import type { ImageRequest, PictureCall } from '../provider.ts'
import {
  chooseInputPictures,
  type InputPicture,
  type ReadablePicture,
  type ReadablePictures,
  readablePicture,
} from './input-pictures.ts'

/** A picture as it is sent, with its role. */
export type SentPicture = ReadablePicture & Pick<InputPicture, 'role'>

/** The pictures of a request, made readable for the vendor; what was left out is reported in `warnings`. */
export async function sentPictures(
  request: ImageRequest,
  most: number,
  vendor: ReadablePictures,
  call: PictureCall,
): Promise<{ readonly pictures: readonly SentPicture[]; readonly warnings: readonly string[] }> {
  const { pictures, warnings } = chooseInputPictures(request, most)
  const readable = pictures.map(async ({ bytes, role }) => ({ ...(await readablePicture(bytes, vendor, call)), role }))
  return { pictures: await Promise.all(readable), warnings }
}

/**
 * The prompt for a model that reads the role of each picture from the text: pictures of a look are named by number, so that their
 * content does not get into the picture.
 */
export function promptWithRoles(prompt: string, pictures: readonly Pick<SentPicture, 'role'>[]): string {
  const looks = pictures.flatMap(({ role }, index) => (role === 'look' ? [index + 1] : []))
  if (looks.length === 0) return prompt
  const which = looks.length === 1 ? `image ${looks[0]}` : `images ${looks.join(', ')}`
  return `${prompt}\n\nTake only the style of ${which}: colours, light and technique, not what is shown.`
}

/** As text: base64 without a head. */
export const base64Of = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
