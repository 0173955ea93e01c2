import type { AssetShape } from '#contract/cards/asset.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { newId } from '#web/data/http/request-ids.ts'
import { sendPictures } from '#web/data/pictures/send-pictures.ts'
import { createProject, removeProject } from '#web/data/projects.ts'
import { editPageTexts } from './texts.ts'

/** The picture that is to be edited: one of the user's images, or a file that is not on the server yet. */
export type EditPicture =
  | { readonly kind: 'image'; readonly asset: AssetShape }
  | { readonly kind: 'file'; readonly file: File; readonly address: string }

/** The image on a canvas that an edit starts from. */
export type PlacedImage = { readonly projectId: string; readonly cardId: string; readonly imageId: string }

/** The picture cannot be used; the message says why. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
}

const placed = new WeakMap<EditPicture, Promise<PlacedImage>>()

/**
 * The image of a picture. A file becomes a card of a new project, once.
 * @throws PictureRefused where the server can't use the file.
 */
export function placePicture(picture: EditPicture): Promise<PlacedImage> {
  const known = placed.get(picture)
  if (known) return known
  const placing = picture.kind === 'image' ? Promise.resolve(placeOf(picture.asset)) : bringIn(picture.file)
  placed.set(picture, placing)
  // A failure may pass: the next press tries again.
  placing.catch(() => placed.delete(picture))
  return placing
}

const placeOf = ({ projectId, generationId, id }: AssetShape): PlacedImage => ({
  projectId,
  cardId: generationId,
  imageId: id,
})

async function bringIn(file: File): Promise<PlacedImage> {
  const { id: projectId } = await createProject(titleFromPrompt(file.name))
  const { signal } = new AbortController()
  const { generations, refused } = await sendPictures(
    projectId,
    { cardId: newId(), files: [file], place: null },
    { signal },
  )
  const card = generations[0]
  const image = card?.images[0]
  if (!card || !image) {
    // It was made for this picture alone.
    void removeProject(projectId).catch(() => {})
    throw new PictureRefused(refused[0]?.message ?? editPageTexts.unusable)
  }
  return { projectId, cardId: card.id, imageId: image.id }
}
