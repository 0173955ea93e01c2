import type { AspectRatio } from '#domain/models/aspect-ratio.ts'
import {
  chooseInputPictures,
  type InputPicture,
  type ReadablePicture,
  type ReadablePictures,
  readablePicture,
} from '../input-pictures.ts'
import type { ImageRequest } from '../provider.ts'

const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 25_000_000 }
const mostStyleReferences = 10

/** The resolutions of Ideogram 3.0 that are nearest to our ratios, of the 69 that it has. */
const resolutions: Readonly<Record<AspectRatio, string>> = {
  '4:3': '1152x864',
  '3:2': '1248x832',
  '16:9': '1312x736',
  '2.35:1': '1536x640',
  '1:1': '1024x1024',
  '4:5': '896x1120',
  '2:3': '832x1248',
  '9:16': '736x1312',
}

/** How closely a remixed picture follows its source, 1 to 100. */
const imageWeight = { enhance: 80, edit: 60, remix: 40 }
/** The same for a content reference. */
const referenceWeight = 50

/**
 * Builds the request to Ideogram: a new picture, or with a parent or a content reference, a remix of it. All other pictures are
 * style references.
 */
export async function ideogramRequest(
  request: ImageRequest,
): Promise<{ readonly path: string; readonly form: FormData; readonly warnings: readonly string[] }> {
  const { parent, references } = request
  const isRemix = parent !== null || references.some(({ role }) => role === 'content')
  const { pictures, warnings } = chooseInputPictures(request, mostStyleReferences + (isRemix ? 1 : 0))
  const base = pictures.find(({ role }) => role === 'parent') ?? pictures.find(({ role }) => role === 'content')

  const form = new FormData()
  form.set('prompt', request.prompt)
  form.set('seed', String(request.seed))
  form.set('resolution', resolutions[request.aspectRatio])
  form.set('rendering_speed', 'default')
  // The prompt is sent unchanged; a different rewriting each time would make a seed worthless.
  form.set('magic_prompt', 'off')
  form.set('num_images', '1')
  form.set('async', 'true')
  if (base) {
    form.set('image', await blobOf(base), 'picture')
    form.set('image_weight', String(parent ? imageWeight[parent.kind] : referenceWeight))
  }
  for (const picture of pictures)
    if (picture !== base) form.append('style_reference_images', await blobOf(picture), 'picture')
  return { path: `/v2/image/${base ? 'remix' : 'generate'}/${request.model.apiModel}`, form, warnings }
}

async function blobOf({ bytes }: InputPicture): Promise<Blob> {
  const picture: ReadablePicture = await readablePicture(bytes, readable)
  return new Blob([new Uint8Array(picture.bytes)], { type: picture.mediaType })
}
