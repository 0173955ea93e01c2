import type { ImageUpscaleCreateParams } from '@runwayml/sdk/resources/image-upscale'
import type { TextToImageCreateParams } from '@runwayml/sdk/resources/text-to-image'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { nearestFrame } from '#domain/models/frame.ts'
import { type EnlargementLimits, enlargementFactor, givenOf } from '../edit-pictures.ts'
import { editPrompt } from '../edit-words.ts'
import { chooseInputPictures, dataUri, type ReadablePictures, readablePicture } from '../input-pictures.ts'
import type { ImageEdit, ImageRequest } from '../provider.ts'
import { shortenPrompt } from '../shorten-prompt.ts'

/** The ratios of Gen-4: the API's own names for its frames, which are their pixels. */
type RunwayRatio = TextToImageCreateParams.Gen4Image['ratio']

type RunwayFrame = PixelSize & { readonly ratio: RunwayRatio }

const frame = (ratio: RunwayRatio): RunwayFrame => {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  return { ratio, width, height }
}

/** The cheaper frames, at 5 credits a picture. */
const at720: readonly [RunwayFrame, ...RunwayFrame[]] = [
  frame('1024:1024'),
  frame('960:720'),
  frame('720:960'),
  frame('1280:720'),
  frame('720:1280'),
  frame('1680:720'),
]

/** The larger ones, at 8 credits. */
const at1080: readonly [RunwayFrame, ...RunwayFrame[]] = [
  frame('1080:1080'),
  frame('1440:1080'),
  frame('1080:1440'),
  frame('1920:1080'),
  frame('1080:1920'),
  frame('1808:768'),
  frame('2112:912'),
]

/** The frame from which the requested ratio is cropped with the least loss. */
const runwayFrame = ({ resolution, size }: ImageRequest): RunwayFrame =>
  nearestFrame(resolution === '1K' ? at720 : at1080, size)

/** UTF-16 units, as the API counts them. */
const longestPrompt = 1_000
const mostPictures = 3
/** A data URI may have 5 MB; base64 makes four bytes of three. */
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 3_700_000 }

/** The SDK's type; the operator may set another name for the model. */
type RunwayBody = Omit<TextToImageCreateParams.Gen4Image, 'model'> & { readonly model: string }

/** What is enlarged may have 8,000 pixels a side (@runwayml/sdk 4.20, resources/image-upscale). */
const enlargeable: ReadablePictures = { ...readable, longestSide: 8_000 }
/**
 * Results of up to 4,096 pixels a side cost 25 credits, and larger ones 150 (docs.dev.runwayml.com, pricing): those would be sold at a
 * sixth of their cost, as the price that is shown does not depend on the result. Below that side all have less than the 25.3
 * megapixels that Runway allows.
 */
const enlargement: EnlargementLimits = { minSide: 300, maxSide: 4_096 }

type UpscaleBody = Omit<ImageUpscaleCreateParams, 'model'> & { readonly model: string }

async function upscaleRequest({ model }: ImageRequest, edit: ImageEdit) {
  const body: UpscaleBody = {
    model: model.apiModel,
    imageUri: dataUri(await readablePicture(givenOf(edit).picture, enlargeable)),
    scaleFactor: enlargementFactor('Runway', edit, enlargement),
    flavor: 'photo',
  }
  return { path: '/v1/image_upscale', body, warnings: [] }
}

/** Builds the request to Runway. The pictures are tagged image1, image2 and image3, so that a prompt can name them (@image1). */
export async function runwayRequest(request: ImageRequest): Promise<{
  readonly path: string
  readonly body: RunwayBody | UpscaleBody
  readonly warnings: readonly string[]
}> {
  if (request.edit?.asked.operation === 'upscale') return upscaleRequest(request, request.edit)
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
    path: '/v1/text_to_image',
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
