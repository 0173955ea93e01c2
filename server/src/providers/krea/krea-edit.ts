import { givenOf } from '../edit-pictures.ts'
import { editPrompt } from '../edit-words.ts'
import { type ReadablePictures, readablePicture } from '../input-pictures.ts'
import type { ImageEdit, ImageRequest } from '../provider.ts'
import type { EnhanceBody, NanoBananaBody } from './krea-body.ts'

/** A file of an asset may have 75 MB; Krea's models read no larger sides than this. */
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 20_000_000, longestSide: 8_000 }

/** Enlarging shall add detail, and leave what is shown alone. */
const faithful = { ai_strength: 0.2, resemblance_strength: 1.5 } as const

/** Pixels of pictures that are painted at 1K and 2K; what is larger is painted at 4K. */
const mostPixels = [
  ['1K', 1_600_000],
  ['2K', 6_000_000],
] as const

/** Stores a file at Krea. @returns Its address there. */
export type StoreAsset = (form: FormData) => Promise<string>

/**
 * Builds an edit at Krea. Pictures are stored there first: Enhance cuts addresses at 1,024 characters, so that a picture in the
 * request would be cut too.
 */
export async function kreaEdit(
  request: ImageRequest,
  edit: ImageEdit,
  store: StoreAsset,
): Promise<{ readonly path: string; readonly body: NanoBananaBody | EnhanceBody }> {
  const { bytes, mediaType } = await readablePicture(givenOf(edit).picture, readable)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mediaType }), `picture.${mediaType.split('/')[1]}`)
  const address = await store(form)
  const { model, seed, size } = request
  if (edit.asked.operation === 'upscale') {
    const body = { image_url: address, image_scaling_factor: edit.asked.factor ?? 2, ...faithful, seed }
    return { path: `/generate/enhance/${model.apiModel}`, body }
  }
  const resolution: NanoBananaBody['resolution'] =
    mostPixels.find(([, most]) => size.width * size.height <= most)?.[0] ?? '4K'
  const body = { prompt: editPrompt(request, 'nothing'), image_urls: [address], resolution }
  return { path: `/generate/image/${model.apiModel}`, body }
}
