import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { controlFields } from '#domain/models/controls.ts'
import { formOf } from '#domain/models/model.ts'
import {
  chooseInputPictures,
  dataUri,
  type InputPicture,
  type ReadablePictures,
  readablePicture,
} from '../input-pictures.ts'
import { namedRatios, nearestRatio } from '../named-ratios.ts'
import type { ImageRequest } from '../provider.ts'
import { shortenPrompt } from '../shorten-prompt.ts'
import type { KreaBody, WeightedPicture } from './krea-body.ts'

/** Pictures are sent within the request, which Krea allows; each is made this small so that ten of them fit. */
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 1_500_000 }
/** The strength of a style reference, of -2 to 2 (docs.krea.ai, 'Style transfer': about 0.6 to begin with). */
const styleStrength = 0.6
/** The documents do not say which end keeps the picture; the middle works either way. */
const imageStrength = 0.5
/** How much of a picture Z-Image paints over, 0 to 1. */
const denoising = { enhance: 0.35, edit: 0.6, remix: 0.7 }

/** A picture as its address, in the field of the model. */
type Addressed = {
  /** The picture that is painted over: the parent, else the first content reference. */
  readonly base: string | null
  readonly content: readonly string[]
  readonly look: readonly string[]
}

/** How a request to one of Krea's models is built. */
type KreaModel = {
  readonly mostPictures: number
  readonly longestPrompt: number
  body(request: ImageRequest, prompt: string, pictures: Addressed): KreaBody
}

const krea2Ratios = namedRatios('1:1', '4:3', '3:2', '16:9', '2.35:1', '4:5', '2:3', '9:16')
const zImageRatios = namedRatios('1:1', '4:3', '2:3', '16:9', '9:16')
const weighted = (urls: readonly string[]): WeightedPicture[] => urls.map((url) => ({ url, strength: styleStrength }))

const krea2: KreaModel = {
  // Ten style references, and the picture that is painted over.
  mostPictures: 11,
  longestPrompt: 5_000,
  body: (request, prompt, { base, content, look }) => ({
    prompt,
    aspect_ratio: nearestRatio(krea2Ratios, request.size),
    resolution: '1K',
    seed: request.seed,
    // Close to the prompt: the medium default adds much of its own.
    creativity: 'low',
    ...(base === null ? {} : { image_url: base, strength: imageStrength }),
    ...(content.length + look.length === 0 ? {} : { image_style_references: weighted([...content, ...look]) }),
  }),
}

const leastSide = 512
const longestSide = 2_368

/** The frame of Flux at Krea: the size asked for, made to fit between 512 and 2,368 pixels a side, in steps of 16. */
function fluxFrame({ size }: ImageRequest): PixelSize {
  const scale = Math.min(1, longestSide / Math.max(size.width, size.height))
  const inSteps = (side: number) => Math.max(leastSide, Math.round((side * scale) / 16) * 16)
  return { width: inSteps(size.width), height: inSteps(size.height) }
}

const flux: KreaModel = {
  mostPictures: 2,
  longestPrompt: 1_800,
  body: (request, prompt, { base, content, look }) => ({
    prompt,
    ...fluxFrame(request),
    seed: request.seed,
    ...(base === null ? {} : { image_url: base, strength: imageStrength }),
    ...(content.length === 0 ? {} : { style_images: weighted(content) }),
    ...(look.length === 0 ? {} : { image_style_references: weighted(look) }),
  }),
}

const zImage: KreaModel = {
  mostPictures: 2,
  longestPrompt: 5_000,
  body: (request, prompt, { base, content, look }) => ({
    prompt,
    aspect_ratio: nearestRatio(zImageRatios, request.size),
    resolution: '1K',
    seed: request.seed,
    ...(base === null ? {} : { image_url: base, denoising_strength: denoising[request.parent?.kind ?? 'remix'] }),
    ...(content.length + look.length === 0 ? {} : { style_images: weighted([...content, ...look]).slice(0, 1) }),
  }),
}

/** By the catalogue's values, so that an operator can change the vendor's name of a model. */
const models: Readonly<Record<string, KreaModel>> = {
  'krea-2': krea2,
  'krea-2-turbo': krea2,
  flux,
  'z-image': zImage,
}

/** Builds the request to Krea. @returns null for an unknown model. */
export async function kreaRequest(
  request: ImageRequest,
): Promise<{ readonly body: KreaBody; readonly warnings: readonly string[] } | null> {
  const model = models[formOf(request.model)]
  if (!model) return null
  const hasBase = request.parent !== null || request.references.some(({ role }) => role === 'content')
  const { pictures, warnings } = chooseInputPictures(request, hasBase ? model.mostPictures : model.mostPictures - 1)
  const words = shortenPrompt(request.prompt, model.longestPrompt, request.model.name)
  return {
    body: {
      ...model.body(request, words.prompt, await addressed(pictures)),
      ...request.model.parameters,
      ...controlFields(request.model.controls, request.controls),
    },
    warnings: [...warnings, ...words.warnings],
  }
}

async function addressed(pictures: readonly InputPicture[]): Promise<Addressed> {
  const uris = await Promise.all(
    pictures.map(async ({ bytes, role }) => ({ role, uri: dataUri(await readablePicture(bytes, readable)) })),
  )
  const base = uris.find(({ role }) => role === 'parent') ?? uris.find(({ role }) => role === 'content')
  const others = uris.filter((each) => each !== base)
  const given = (role: InputPicture['role']) => others.filter((each) => each.role === role).map(({ uri }) => uri)
  return { base: base?.uri ?? null, content: given('content'), look: given('look') }
}
