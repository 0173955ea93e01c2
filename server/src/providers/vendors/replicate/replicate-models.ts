import type { AspectRatio, PixelSize } from '#domain/models/aspect-ratio.ts'
import type { InputPicture } from '#server/providers/common/input-pictures.ts'
import { namedRatios, nearestRatio } from '#server/providers/common/named-ratios.ts'
import type { ImageRequest } from '#server/providers/provider.ts'

/**
 * The frames of Flux 1.1 Pro: sides of 256 to 1,440 pixels in steps of 32, as close to the ratio as possible. At 1K about a
 * megapixel, at 2K the largest one.
 */
const flux11Pro: Readonly<Record<'1K' | '2K', Readonly<Record<AspectRatio, PixelSize>>>> = {
  '1K': {
    '1:1': { width: 1024, height: 1024 },
    '4:3': { width: 1152, height: 864 },
    '3:2': { width: 1248, height: 832 },
    '16:9': { width: 1376, height: 768 },
    '2.35:1': { width: 1440, height: 608 },
    '4:5': { width: 896, height: 1120 },
    '2:3': { width: 832, height: 1248 },
    '9:16': { width: 768, height: 1376 },
  },
  '2K': {
    '1:1': { width: 1440, height: 1440 },
    '4:3': { width: 1408, height: 1056 },
    '3:2': { width: 1440, height: 960 },
    '16:9': { width: 1440, height: 800 },
    '2.35:1': { width: 1440, height: 608 },
    '4:5': { width: 1152, height: 1440 },
    '2:3': { width: 960, height: 1440 },
    '9:16': { width: 800, height: 1440 },
  },
}

const flux11ProFrame = ({ resolution, aspectRatio }: ImageRequest): PixelSize =>
  flux11Pro[resolution === '1K' ? '1K' : '2K'][aspectRatio]

/** Sides of FLUX.2: 256 to 2,048 pixels; Flex takes steps of 32, Pro of 16 (replicate.com, input schemas of November 2026). */
const flux2LongestSide = 2_048
const flux2Step = 32

/** The frame of FLUX.2: the requested size, made to fit. */
function flux2Frame({ size }: ImageRequest): PixelSize {
  const scale = Math.min(1, flux2LongestSide / Math.max(size.width, size.height))
  const inSteps = (side: number) => Math.round((side * scale) / flux2Step) * flux2Step
  return { width: inSteps(size.width), height: inSteps(size.height) }
}

const minSide = 1_024
const longestSide = 4_096

/** The frame of Seedream 4, which supports any size with sides of 1,024 to 4,096 pixels: the requested size, made to fit. */
function seedreamFrame({ size }: ImageRequest): PixelSize {
  const { width, height } = size
  const scale = Math.min(Math.max(1, minSide / Math.min(width, height)), longestSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** The inputs of a model at Replicate, named by the model's own schema (replicate.com/{model}/api). */
export type ReplicateInput = Readonly<Record<string, unknown>>

/** A picture as an address of any kind. */
export type AddressedPicture = { readonly uri: string; readonly role: InputPicture['role'] }

/** Builds requests to one of Replicate's models. */
export type ReplicateModel = {
  /** Pictures that one request takes, a parent counted. */
  readonly mostPictures: number
  /** All inputs but the prompt and the pictures. */
  settings(request: ImageRequest): ReplicateInput
  pictures(pictures: readonly AddressedPicture[], request: ImageRequest): ReplicateInput
  /** Warnings about what the model does otherwise than requested. */
  notices(request: ImageRequest): readonly string[]
  /** It reads the mask of an edit under this name: white is what changes. */
  readonly mask?: string
  /** It takes no words. */
  readonly isWordless?: true
  /** The model only changes pictures: without one it gets a white picture. */
  readonly needsPicture?: true
}

const fluxRatios = namedRatios('1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '4:5', '5:4', '21:9', '9:21')
const qwenRatios = namedRatios('1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3')
const qwenEditRatios = namedRatios('1:1', '16:9', '9:16', '4:3', '3:4')
const fluxSettings = (request: ImageRequest) => ({
  aspect_ratio: nearestRatio(fluxRatios, request.size),
  seed: request.seed,
  output_format: 'png',
})
/** Kontext keeps the frame of the picture that it edits. */
const kontextSettings = (request: ImageRequest) => ({
  ...fluxSettings(request),
  ...(request.edit && { aspect_ratio: 'match_input_image' }),
})

/** The strength of painting over a picture, 0 to 1: an enhanced one is mostly kept, a reference only gives the direction. */
const paintedOver = ({ parent }: ImageRequest) =>
  parent === null ? 0.8 : { enhance: 0.35, edit: 0.6, remix: 0.7 }[parent.kind]

const firstOf = (pictures: readonly AddressedPicture[], name: string): ReplicateInput =>
  pictures[0] ? { [name]: pictures[0].uri } : {}

const listOf = (pictures: readonly AddressedPicture[], name: string): ReplicateInput =>
  pictures.length === 0 ? {} : { [name]: pictures.map(({ uri }) => uri) }

const flux2: ReplicateModel = {
  mostPictures: 8,
  settings: (request) => ({
    aspect_ratio: 'custom',
    ...flux2Frame(request),
    seed: request.seed,
    output_format: 'png',
  }),
  pictures: (pictures) => listOf(pictures, 'input_images'),
  notices: () => [],
}

const whiteSheetNotice = ({ model, parent, edit, references }: ImageRequest) =>
  parent === null && edit === null && references.length === 0
    ? [`${model.name} changes pictures: without one it began with a white sheet.`]
    : []

const rawNotice = (name: string) => `${name} has no raw mode at Replicate: your words were sent as they are.`

/** The supported models of Replicate, by the catalogue's values: an operator may change their names there. */
export const replicateModels: Readonly<Record<string, ReplicateModel>> = {
  'flux-krea': {
    mostPictures: 1,
    settings: (request) => ({ ...fluxSettings(request), num_outputs: 1, megapixels: '1' }),
    pictures: (pictures, request) =>
      pictures.length === 0 ? {} : { ...firstOf(pictures, 'image'), prompt_strength: paintedOver(request) },
    notices: () => [],
  },
  'flux-kontext': {
    mostPictures: 1,
    needsPicture: true,
    settings: kontextSettings,
    pictures: (pictures) => firstOf(pictures, 'input_image'),
    notices: whiteSheetNotice,
  },
  'flux-kontext-pro': {
    mostPictures: 1,
    settings: (request) => ({ ...kontextSettings(request), prompt_upsampling: false }),
    pictures: (pictures) => firstOf(pictures, 'input_image'),
    notices: () => [],
  },
  'flux-1-1-pro': {
    mostPictures: 1,
    settings: (request) => ({
      aspect_ratio: 'custom',
      ...flux11ProFrame(request),
      seed: request.seed,
      prompt_upsampling: false,
      output_format: 'png',
    }),
    pictures: (pictures) => firstOf(pictures, 'image_prompt'),
    notices: (request) => (request.rawMode ? [rawNotice(request.model.name)] : []),
  },
  'flux-1-1-pro-ultra': {
    mostPictures: 1,
    settings: (request) => ({ ...fluxSettings(request), raw: request.rawMode }),
    pictures: (pictures, request) =>
      pictures.length === 0
        ? {}
        : {
            ...firstOf(pictures, 'image_prompt'),
            image_prompt_strength: Number((1 - paintedOver(request)).toFixed(2)),
          },
    notices: () => [],
  },
  'seedream-4': {
    mostPictures: 10,
    settings: (request) => ({
      size: 'custom',
      ...seedreamFrame(request),
      sequential_image_generation: 'disabled',
      max_images: 1,
      enhance_prompt: false,
    }),
    pictures: (pictures) => listOf(pictures, 'image_input'),
    notices: () => [],
  },
  'flux-2-pro': flux2,
  'flux-2-flex': {
    ...flux2,
    mostPictures: 10,
    settings: (request) => ({ ...flux2.settings(request), prompt_upsampling: false }),
  },
  'qwen-image': {
    mostPictures: 1,
    settings: (request) => ({
      aspect_ratio: nearestRatio(qwenRatios, request.size),
      image_size: 'optimize_for_quality',
      enhance_prompt: false,
      seed: request.seed,
      output_format: 'png',
    }),
    pictures: (pictures, request) =>
      pictures.length === 0 ? {} : { ...firstOf(pictures, 'image'), strength: paintedOver(request) },
    notices: () => [],
  },
  'flux-fill-pro': {
    mostPictures: 1,
    settings: ({ seed }) => ({ seed, output_format: 'png' }),
    pictures: (pictures) => firstOf(pictures, 'image'),
    mask: 'mask',
    notices: () => [],
  },
  'recraft-crisp-upscale': {
    mostPictures: 1,
    settings: () => ({}),
    pictures: (pictures) => firstOf(pictures, 'image'),
    isWordless: true,
    notices: () => [],
  },
  'bria-remove-background': {
    mostPictures: 1,
    settings: () => ({}),
    pictures: (pictures) => firstOf(pictures, 'image'),
    isWordless: true,
    notices: () => [],
  },
  'qwen-image-edit': {
    mostPictures: 3,
    needsPicture: true,
    settings: (request) => ({
      aspect_ratio: request.edit ? 'match_input_image' : nearestRatio(qwenEditRatios, request.size),
      seed: request.seed,
      output_format: 'png',
    }),
    pictures: (pictures) => listOf(pictures, 'image'),
    notices: whiteSheetNotice,
  },
}
