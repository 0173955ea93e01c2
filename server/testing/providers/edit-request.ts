import sharp from 'sharp'
import type { EditRequest } from '#domain/edit/operation.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { nearestShape } from '#domain/models/aspect-ratio.ts'
import type { Model } from '#domain/models/model.ts'
import type { GivenPicture, ImageEdit, ImageRequest } from '#server/providers/provider.ts'
import { flatPicture } from '#server-testing/vendors/flat-picture.ts'
import { imageRequest } from './image-request.ts'

/** Wide enough to be told apart when it is turned, and within the limits of every vendor. */
export const givenSize: PixelSize = { width: 768, height: 512 }

/** The selection: near the upper left, in the shape of an L, so that no mirror or turn of it is itself. */
export const isSelected = (x: number, y: number) =>
  (x >= 64 && x < 128 && y >= 48 && y < 320) || (x >= 64 && x < 320 && y >= 256 && y < 320)

/** The color of the given picture: another one at every place, none of them near what fakes paint. */
export const givenColor = (x: number, y: number): [number, number, number] => [
  Math.round((x / givenSize.width) * 160),
  40 + Math.round((y / givenSize.height) * 180),
  60,
]

function rawPicture(pixelOf: (x: number, y: number) => readonly number[], channels: 1 | 3) {
  const { width, height } = givenSize
  const data = Buffer.alloc(width * height * channels)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(pixelOf(x, y), (y * width + x) * channels)
  return sharp(data, { raw: { width, height, channels } })
}

let made: Promise<GivenPicture & { readonly mask: Uint8Array }> | undefined

/** The picture and the canonical mask that every adapter is given. */
function givenPicture(): Promise<GivenPicture & { readonly mask: Uint8Array }> {
  made ??= (async () => ({
    picture: await rawPicture(givenColor, 3).png().toBuffer(),
    mask: await rawPicture((x, y) => [isSelected(x, y) ? 255 : 0], 1)
      .toColourspace('b-w')
      .png()
      .toBuffer(),
    size: givenSize,
  }))()
  return made
}

/** A request for an edit as the queue makes it. @param masked Whether there is a selection. */
export async function editRequest(
  model: Model,
  asked: EditRequest,
  { masked, words, over = {} }: { masked: boolean; words: string; over?: Partial<ImageEdit> },
): Promise<ImageRequest> {
  const given = await givenPicture()
  const { mask } = given
  const edit: ImageEdit = {
    asked,
    words,
    source: { bytes: given.picture, size: given.size },
    sourceMask: masked ? { png: mask, box: { x: 64, y: 48, width: 256, height: 272 } } : null,
    given: { ...given, mask: masked ? mask : null },
    strength: null,
    tool: null,
    ...over,
  }
  const request = imageRequest(model, { prompt: words, words, edit })
  return { ...request, ...nearestShape(given.size), size: given.size }
}

/** A request to enlarge a flat picture of a size. */
export async function enlargementRequest(
  model: Model,
  { size, factor }: { size: PixelSize; factor: 2 | 4 },
): Promise<ImageRequest> {
  const picture = await flatPicture(size)
  const over = { source: { bytes: picture, size }, given: { picture, mask: null, size } }
  const request = await editRequest(model, { operation: 'upscale', factor }, { masked: false, words: '', over })
  return { ...request, ...nearestShape(size), size }
}
