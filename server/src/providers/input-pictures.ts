import { acceptedPicture, type MediaPicture } from './accepted-picture.ts'
import type { ImageRequest } from './provider.ts'

/** A picture that goes with a request, and what it is for. */
export type InputPicture = MediaPicture & { readonly role: 'parent' | 'content' | 'look' }

/** The pictures that are sent, in their order, and what has to be said about the others. */
export type InputPictures = { readonly pictures: readonly InputPicture[]; readonly warnings: readonly string[] }

function leftOut({ model, parent }: ImageRequest, most: number, missing: number): string {
  const were = missing === 1 ? '1 picture was left out' : `${missing} pictures were left out`
  if (most === 0) return `${were}: ${model.name} takes none.`
  return `${were}: ${model.name} takes ${most} at most${parent ? ', the one it branches from among them' : ''}.`
}

/**
 * The parent's picture first, then the references in their order, up to what the model takes.
 * @param most How many pictures one request of the vendor's may carry, the parent's among them.
 */
export async function inputPictures(request: ImageRequest, most: number): Promise<InputPictures> {
  const given = [
    ...(request.parent ? [{ bytes: request.parent.image, role: 'parent' as const }] : []),
    ...request.references,
  ]
  const sent = given.slice(0, most)
  return {
    pictures: await Promise.all(sent.map(async ({ bytes, role }) => ({ ...(await acceptedPicture(bytes)), role }))),
    warnings: sent.length < given.length ? [leftOut(request, most, given.length - sent.length)] : [],
  }
}

/**
 * The prompt for a model that reads what each picture is for out of the words: pictures of a look are named by number, so
 * that what they show does not come into the picture.
 */
export function promptWithRoles(prompt: string, pictures: readonly InputPicture[]): string {
  const looks = pictures.flatMap(({ role }, index) => (role === 'look' ? [index + 1] : []))
  if (looks.length === 0) return prompt
  const which = looks.length === 1 ? `image ${looks[0]}` : `images ${looks.join(', ')}`
  return `${prompt}\n\nTake only the style of ${which}: colours, light and technique, not what is shown.`
}
