import type { TextToImageCreateParams } from '@runwayml/sdk/resources/text-to-image'
import { editPrompt } from '../edit-words.ts'
import { chooseInputPictures, dataUri, type ReadablePictures, readablePicture } from '../input-pictures.ts'
import type { ImageRequest } from '../provider.ts'
import { shortenPrompt } from '../shorten-prompt.ts'
import { runwayFrame } from './runway-frames.ts'

/** UTF-16 units, as the API counts them. */
const longestPrompt = 1_000
const mostPictures = 3
/** A data URI may have 5 MB; base64 makes four bytes of three. */
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 3_700_000 }

/** The SDK's type; the operator may set another name for the model. */
type RunwayBody = Omit<TextToImageCreateParams.Gen4Image, 'model'> & { readonly model: string }

/** Builds the request to Runway. The pictures are tagged image1, image2 and image3, so that a prompt can name them (@image1). */
export async function runwayRequest(
  request: ImageRequest,
): Promise<{ readonly body: RunwayBody; readonly warnings: readonly string[] }> {
  const { pictures, warnings } = chooseInputPictures(request, mostPictures)
  const frame = runwayFrame(request)
  const words = shortenPrompt(editPrompt(request, 'nothing'), longestPrompt, 'Runway')
  const references = await Promise.all(
    pictures.map(async ({ bytes }, index) => ({
      uri: dataUri(await readablePicture(bytes, readable)),
      tag: `image${index + 1}`,
    })),
  )
  return {
    body: {
      model: request.model.apiModel,
      promptText: words.prompt,
      ratio: frame.ratio,
      seed: request.seed,
      ...(references.length > 0 ? { referenceImages: references } : {}),
    },
    warnings: [...warnings, ...words.warnings],
  }
}
