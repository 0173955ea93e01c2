import type { InputPicture } from '../input-pictures.ts'
import { namedRatios, nearestRatio } from '../named-ratios.ts'
import type { ImageRequest } from '../provider.ts'
import { flux2Frame, flux11ProFrame, seedreamFrame } from './replicate-frames.ts'

/** The inputs of a model at Replicate, named by the model's own schema (replicate.com/{model}/api). */
export type ReplicateInput = Readonly<Record<string, unknown>>

/** A picture as an address of any kind. */
export type AddressedPicture = { readonly uri: string; readonly role: InputPicture['role'] }

/** How a request to one of Replicate's models is built. */
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
