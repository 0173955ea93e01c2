import type OpenAI from 'openai'
import type { ReadablePictures } from '../input-pictures.ts'
import type { ImageRequest } from '../provider.ts'
import { promptWithRoles, type SentPicture, sentPictures } from '../sent-pictures.ts'
import { openAiSize } from './openai-size.ts'

/** The most pictures of images/edits, each below 50 MB. */
const mostPictures = 16
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 49_000_000 }

/** The quality of each catalogue entry; previews where the wait is long. Each preview costs 100 output tokens. */
const settingsOf = (value: string) =>
  value === 'chatgpt-image'
    ? ({ quality: 'high', partial_images: 2 } as const)
    : ({ quality: 'medium', partial_images: 0 } as const)

const fileOf = ({ bytes, mediaType }: SentPicture, index: number) =>
  new File([new Uint8Array(bytes)], `${index + 1}.${mediaType.split('/')[1]}`, { type: mediaType })

/**
 * Builds the request to OpenAI. Its image calls know no turns: earlier prompts are left out. @returns Also the pictures for an
 * edit, and the warnings, as sentences.
 */
export async function openAiRequest(request: ImageRequest) {
  const { pictures, warnings } = await sentPictures(request, mostPictures, readable)
  const size = openAiSize(request.size)
  return {
    warnings: warnings,
    files: pictures.map(fileOf),
    asked: {
      model: request.model.apiModel,
      prompt: promptWithRoles(request.prompt, pictures),
      size: `${size.width}x${size.height}`,
      output_format: 'png',
      // The same for both entries: with previews or without, a picture comes as an event.
      stream: true,
      ...settingsOf(request.model.value),
    } as const,
  }
}

/** Requests the stream of events: a generation from text alone, an edit with pictures. */
export const askOpenAi = (
  client: OpenAI,
  { asked, files }: Pick<Awaited<ReturnType<typeof openAiRequest>>, 'asked' | 'files'>,
  signal: AbortSignal,
) =>
  files.length === 0
    ? client.images.generate(asked, { signal }).asResponse()
    : client.images.edit({ ...asked, image: files }, { signal }).asResponse()
