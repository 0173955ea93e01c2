import type { ImageUpscaleCreateParams } from '@runwayml/sdk/resources/image-upscale'
import type { TextToImageCreateParams } from '@runwayml/sdk/resources/text-to-image'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { nearestFrame } from '#domain/models/frame.ts'
import { formOf } from '#domain/models/model.ts'
import { type EnlargementLimits, enlargementFactor, givenOf } from '#server/providers/common/edit-pictures.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import {
  chooseInputPictures,
  dataUri,
  type ReadablePictures,
  readablePicture,
} from '#server/providers/common/input-pictures.ts'
import { shortenPrompt } from '#server/providers/common/shorten-prompt.ts'
import type { ImageEdit, ImageRequest, PictureCall } from '#server/providers/provider.ts'

type Gen4Ratio = TextToImageCreateParams.Gen4Image['ratio']
type MuseRatio = TextToImageCreateParams.MuseImage['ratio']

/** A frame by the API's own name for it, which is its pixels. */
type RunwayFrame = PixelSize & { readonly ratio: string }
type Frames = readonly [RunwayFrame, ...RunwayFrame[]]

/** The frames of a model by the names that the SDK's types have. */
function framesOf<Ratio extends string>(...ratios: readonly [Ratio, ...Ratio[]]): Frames {
  const [first, ...others] = ratios.map((ratio) => {
    const [width = 0, height = 0] = ratio.split(':').map(Number)
    return { ratio, width, height }
  })
  return [first as RunwayFrame, ...others]
}

/** Parameters that Runway documents of a model (@runwayml/sdk 4.20, resources/text-to-image). */
type RunwayModel = {
  readonly frames: Readonly<Record<'1K' | 'larger', Frames>>
  readonly mostPictures: number
  /** UTF-16 units, as the API counts them; absent: no limit is named. */
  readonly longestPrompt?: number
  /** It reads a seed, and knows its pictures by tags. */
  readonly seed?: true
  readonly tags?: true
}

const gen4: RunwayModel = {
  frames: {
    // The cheaper frames, at 5 credits a picture.
    '1K': framesOf<Gen4Ratio>('1024:1024', '960:720', '720:960', '1280:720', '720:1280', '1680:720'),
    // The larger ones, at 8 credits.
    larger: framesOf<Gen4Ratio>(
      '1080:1080',
      '1440:1080',
      '1080:1440',
      '1920:1080',
      '1080:1920',
      '1808:768',
      '2112:912',
    ),
  },
  mostPictures: 3,
  longestPrompt: 1_000,
  seed: true,
  tags: true,
}

const museFrames = framesOf<Exclude<MuseRatio, 'auto'>>(
  '1600:1600',
  '2352:1008',
  '2016:1152',
  '1920:1280',
  '1792:1344',
  '1344:1792',
  '1280:1920',
  '1152:2016',
)

/** By the catalogue's values, so that an operator can change the vendor's name of a model. */
const models: Readonly<Record<string, RunwayModel>> = {
  'runway-gen-4': gen4,
  // One size for each ratio: a picture of 1K is scaled down from it.
  'runway-muse-image': { frames: { '1K': museFrames, larger: museFrames }, mostPictures: 10 },
}

/** A data URI may have 5 MB; base64 makes four bytes of three. */
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 3_700_000 }

/** The fields of the SDK's types; the operator may set another name for the model. */
type RunwayBody = Pick<TextToImageCreateParams.Gen4Image, 'promptText' | 'referenceImages' | 'seed'> & {
  readonly model: string
  readonly ratio: string
}

/** Pixels a side of a picture that is enlarged: 8,000 at most (@runwayml/sdk 4.20, resources/image-upscale). */
const enlargeable: ReadablePictures = { ...readable, longestSide: 8_000 }
/**
 * Results of up to 4,096 pixels a side cost 25 credits, and larger ones 150 (docs.dev.runwayml.com, pricing): those would be sold at a
 * sixth of their cost, as the price that is shown does not depend on the result. Below that side all have less than the 25.3
 * megapixels that Runway allows.
 */
const enlargement: EnlargementLimits = { minSide: 300, maxSide: 4_096 }

type UpscaleBody = Omit<ImageUpscaleCreateParams, 'model'> & { readonly model: string }

async function upscaleRequest({ model }: ImageRequest, edit: ImageEdit, call: PictureCall) {
  const body: UpscaleBody = {
    model: model.apiModel,
    imageUri: dataUri(await readablePicture(givenOf(edit).picture, enlargeable, call)),
    scaleFactor: enlargementFactor('Runway', edit, enlargement),
    flavor: 'photo',
  }
  return { path: '/v1/image_upscale', body, warnings: [] }
}

/** Builds the request to Runway. The pictures of Gen-4 are tagged image1, image2 and image3, so that a prompt can name them (@image1). */
export async function runwayRequest(
  request: ImageRequest,
  call: PictureCall,
): Promise<{
  readonly path: string
  readonly body: RunwayBody | UpscaleBody
  readonly warnings: readonly string[]
}> {
  if (request.edit?.asked.operation === 'upscale') return upscaleRequest(request, request.edit, call)
  const { frames, mostPictures, longestPrompt, seed, tags } = models[formOf(request.model)] ?? gen4
  const { pictures, warnings } = chooseInputPictures(request, mostPictures)
  const frame = nearestFrame(request.resolution === '1K' ? frames['1K'] : frames.larger, request.size)
  const prompt = editPrompt(request, 'nothing')
  const words = shortenPrompt(prompt, longestPrompt ?? prompt.length, 'Runway')
  const references = await Promise.all(
    pictures.map(async ({ bytes }, index) => ({
      uri: dataUri(await readablePicture(bytes, readable, call)),
      ...(tags && { tag: `image${index + 1}` }),
    })),
  )
  return {
    path: '/v1/text_to_image',
    body: {
      model: request.model.apiModel,
      promptText: words.prompt,
      ratio: frame.ratio,
      ...(seed && { seed: request.seed }),
      ...(references.length > 0 ? { referenceImages: references } : {}),
    },
    warnings: [...warnings, ...words.warnings],
  }
}
