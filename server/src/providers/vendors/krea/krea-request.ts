import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { controlFields } from '#domain/models/controls.ts'
import { formOf } from '#domain/models/model.ts'
import type { InputPicture, ReadablePictures } from '#server/providers/common/input-pictures.ts'
import { namedRatios, nearestRatio } from '#server/providers/common/named-ratios.ts'
import { type SentPicture, sentPictures } from '#server/providers/common/sent-pictures.ts'
import { shortenPrompt } from '#server/providers/common/shorten-prompt.ts'
import type { ImageRequest, PictureCall } from '#server/providers/provider.ts'
import type { KreaBody, WeightedPicture } from './krea-body.ts'

/** A stored file may have 75 MB; Krea's models read no larger sides than this. */
export const readableByKrea: ReadablePictures = {
  kinds: ['png', 'jpeg', 'webp'],
  mostBytes: 20_000_000,
  longestSide: 8_000,
}
/** The strength of a style reference: 0 to 1 in Krea 2, -2 to 2 elsewhere (docs.krea.ai, 'Style transfer': about 0.6). */
const styleStrength = 0.6
/**
 * Denoising strength, 0 to 1: how much of the picture is painted over. Krea's own default is 0.99 for Krea 2 and 1 for Flux, which
 * leaves hardly anything of it.
 */
const denoising = { enhance: 0.35, edit: 0.6, remix: 0.7 }
const denoisingOf = ({ parent }: ImageRequest) => denoising[parent?.kind ?? 'remix']

/** A picture as its address, in the field of the model. */
type Addressed = {
  /** The picture that is painted over: the parent, else the first content reference. */
  readonly base: string | null
  readonly content: readonly string[]
  readonly look: readonly string[]
}

/** Builds requests to one of Krea's models. */
type KreaModel = {
  readonly mostPictures: number
  readonly longestPrompt: number
  body(request: ImageRequest, prompt: string, pictures: Addressed): KreaBody
}

const krea2Ratios = namedRatios('1:1', '4:3', '3:2', '16:9', '2.35:1', '4:5', '3:4', '2:3', '9:16')
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
    ...(base === null ? {} : { image_url: base, strength: denoisingOf(request) }),
    ...(content.length + look.length === 0 ? {} : { image_style_references: weighted([...content, ...look]) }),
  }),
}

const minSide = 512
const longestSide = 2_368

/** The frame of Flux at Krea: the size asked for, made to fit between 512 and 2,368 pixels a side, in steps of 16. */
function fluxFrame({ size }: ImageRequest): PixelSize {
  const scale = Math.min(1, longestSide / Math.max(size.width, size.height))
  const inSteps = (side: number) => Math.max(minSide, Math.round((side * scale) / 16) * 16)
  return { width: inSteps(size.width), height: inSteps(size.height) }
}

const flux: KreaModel = {
  mostPictures: 2,
  longestPrompt: 1_800,
  body: (request, prompt, { base, content, look }) => ({
    prompt,
    ...fluxFrame(request),
    seed: request.seed,
    ...(base === null ? {} : { image_url: base, strength: denoisingOf(request) }),
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
    // A prompt that is rewritten differently each time would make a seed worthless.
    skip_prompt_expansion: true,
    ...(base === null ? {} : { image_url: base, denoising_strength: denoisingOf(request) }),
    ...(content.length + look.length === 0 ? {} : { style_images: weighted([...content, ...look]).slice(0, 1) }),
  }),
}

/** By the catalogue's values, so that an operator can change the vendor's name of a model. */
const models: Readonly<Record<string, KreaModel>> = {
  'krea-2': krea2,
  'krea-2-turbo': krea2,
  'krea-2-medium': krea2,
  flux,
  'z-image': zImage,
}

/** A request whose pictures have no address yet. */
export type KreaRequest = {
  readonly path: string
  readonly pictures: readonly SentPicture[]
  readonly warnings: readonly string[]
  /** @param addresses Those of the pictures, in their order. */
  body(addresses: readonly string[]): KreaBody
}

/** Builds the request to Krea. @returns null for an unknown model. @throws ProviderError where a picture is damaged. */
export async function kreaRequest(request: ImageRequest, call: PictureCall): Promise<KreaRequest | null> {
  const model = models[formOf(request.model)]
  if (!model) return null
  const hasBase = request.parent !== null || request.references.some(({ role }) => role === 'content')
  const most = hasBase ? model.mostPictures : model.mostPictures - 1
  const { pictures, warnings } = await sentPictures(request, most, readableByKrea, call)
  const words = shortenPrompt(request.prompt, model.longestPrompt, request.model.name)
  return {
    path: `/generate/image/${request.model.apiModel}`,
    pictures,
    warnings: [...warnings, ...words.warnings],
    body: (addresses) => ({
      ...model.body(request, words.prompt, addressed(pictures, addresses)),
      ...request.model.parameters,
      ...controlFields(request.model.controls, request.controls),
    }),
  }
}

function addressed(pictures: readonly SentPicture[], addresses: readonly string[]): Addressed {
  const given = pictures.map(({ role }, index) => ({ role, address: addresses[index] ?? '' }))
  const base = given.find(({ role }) => role === 'parent') ?? given.find(({ role }) => role === 'content')
  const others = (role: InputPicture['role']) =>
    given.filter((each) => each !== base && each.role === role).map(({ address }) => address)
  return { base: base?.address ?? null, content: others('content'), look: others('look') }
}
