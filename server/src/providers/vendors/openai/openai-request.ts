import type OpenAI from 'openai'
import { z } from 'zod'
import { openAiSize } from '#domain/models/gpt-image-size.ts'
import { givenOf, maskAs } from '#server/providers/common/edit-pictures.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import type { ReadablePictures } from '#server/providers/common/input-pictures.ts'
import { promptWithRoles, type SentPicture, sentPictures } from '#server/providers/common/sent-pictures.ts'
import { type ImageRequest, type PictureCall, ProviderError } from '#server/providers/provider.ts'

/** The most pictures of images/edits, each below 50 MB. */
const mostPictures = 16
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 49_000_000 }

/**
 * The parameters of an entry that OpenAI reads beside the prompt (openai 7.55, images: ImageGenerateParams). Previews are worth
 * their 100 output tokens each where the wait is long.
 */
const parametersSchema = z.strictObject({
  quality: z.enum(['low', 'medium', 'high', 'xhigh', 'max', 'auto']).default('medium'),
  background: z.enum(['transparent', 'opaque', 'auto']).exactOptional(),
  moderation: z.enum(['low', 'auto']).exactOptional(),
  complexity: z.enum(['low', 'medium', 'high']).exactOptional(),
  partial_images: z.int().min(0).max(3).default(0),
})

function parametersOf({ model }: ImageRequest) {
  const parsed = parametersSchema.safeParse(model.parameters ?? {})
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map(({ path, code }) => path.join('.') || code).join(', ')
  throw new ProviderError('invalid', `${model.name} has parameters that OpenAI does not read: ${names}.`)
}

const formats = ['png', 'jpeg', 'webp'] as const
/** The format that was chosen. The catalogue, or the operator, may list others, which the vendor would refuse. */
const formatOf = ({ controls }: ImageRequest) => formats.find((each) => each === controls?.format) ?? 'png'

const pngFile = (name: string, bytes: Uint8Array) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })

const fileOf = ({ bytes, mediaType }: SentPicture, index: number) =>
  new File([new Uint8Array(bytes)], `${index + 1}.${mediaType.split('/')[1]}`, { type: mediaType })

/** The longest side over the shortest of a picture (OpenAI's image generation guide, 'Size constraints'). */
const maxRatioLength = 3

/** @throws ProviderError before OpenAI refuses the size without saying why. */
function requirePossibleRatio({ model, size: { width, height } }: ImageRequest): void {
  if (Math.max(width, height) > maxRatioLength * Math.min(width, height))
    throw new ProviderError('invalid', `${model.name} makes pictures of at most 3:1. Crop the picture, and try again.`)
}

/**
 * Builds the request to OpenAI. Its image calls know no turns: earlier prompts are left out. @returns Also the pictures for an
 * edit, and the warnings, as sentences.
 */
export async function openAiRequest(request: ImageRequest, call: PictureCall) {
  const { moderation, ...parameters } = parametersOf(request)
  const { pictures, warnings } = await sentPictures(request, mostPictures, readable, call)
  const { edit } = request
  const given = edit && givenOf(edit)
  requirePossibleRatio(request)
  const size = openAiSize(request.size)
  return {
    warnings,
    // The mask belongs to the first image.
    files: pictures.map(fileOf),
    mask: given?.mask ? pngFile('mask.png', await maskAs('transparent-is-change', given.mask, call)) : null,
    asked: {
      model: request.model.apiModel,
      prompt: promptWithRoles(editPrompt(request, given?.mask ? 'mask' : 'nothing'), pictures),
      size: `${size.width}x${size.height}`,
      output_format: formatOf(request),
      // The same for both entries: with previews or without, a picture comes as an event.
      stream: true,
      ...parameters,
    } as const,
    // Edits have no such parameter.
    generating: moderation === undefined ? {} : { moderation },
  }
}

/** Requests the stream of events: a generation from text alone, an edit with pictures. */
export const askOpenAi = (
  client: OpenAI,
  { asked, files, mask, generating }: Omit<Awaited<ReturnType<typeof openAiRequest>>, 'warnings'>,
  signal: AbortSignal,
) =>
  files.length === 0
    ? client.images.generate({ ...asked, ...generating }, { signal }).asResponse()
    : client.images.edit({ ...asked, image: files, ...(mask && { mask }) }, { signal }).asResponse()
