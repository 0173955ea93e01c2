import OpenAI from 'openai'
import { withoutVersion } from '../base-address.ts'
import { frameNotices } from '../frame-notice.ts'
import type { ReadablePictures } from '../input-pictures.ts'
import type { ImageCall, ImageProvider, ImageRequest } from '../provider.ts'
import { promptWithRoles, sentPictures } from '../sent-pictures.ts'
import { vendorFailure } from '../vendor-failure.ts'
import { keyAfter, openAiFailure } from './openai-failure.ts'
import { openAiSize } from './openai-size.ts'

/** How much work each of our entries asks for; previews where the wait is long. Each preview costs 100 output tokens. */
const settingsOf = (value: string) =>
  value === 'chatgpt-image'
    ? ({ quality: 'high', partial_images: 2 } as const)
    : ({ quality: 'medium', partial_images: 0 } as const)

/** US dollars for an output token of the GPT image models: $30 a million (developers.openai.com, pricing, 2026-11). */
const dollarsPerToken = 30 / 1_000_000
/** images/edits takes as many pictures, each below 50 MB. */
const mostPictures = 16
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 49_000_000 }

type Settings = {
  /** Left out: OpenAI's own address. */
  readonly baseUrl?: string
}

const extensionOf = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as Readonly<
  Record<string, string>
>

/** Everything that the SDK would else take from the environment is given here. */
const clientFor = (settings: Settings, key: string) =>
  new OpenAI({
    apiKey: key,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: `${withoutVersion(settings.baseUrl ?? 'https://api.openai.com', '/v1')}/v1`,
    // Repeating is the queue's business: it counts, and it knows what was paid.
    maxRetries: 0,
    // The caller's signal ends a call, not the SDK's clock.
    timeout: 3_600_000,
    logLevel: 'off',
  })

/** One event stream for both entries: with previews or without, a picture comes the same way. */
async function openStream(client: OpenAI, request: ImageRequest, signal: AbortSignal) {
  const { pictures, warnings } = await sentPictures(request, mostPictures, readable)
  const { width, height } = openAiSize(request.size)
  const notices = [...warnings, ...frameNotices(request, { width, height })]
  const asked = {
    model: request.model.apiModel,
    // OpenAI's image calls know no turns: the earlier prompts stay out.
    prompt: promptWithRoles(request.prompt, pictures),
    size: `${width}x${height}`,
    output_format: 'png',
    stream: true,
    ...settingsOf(request.model.value),
  } as const
  if (pictures.length === 0)
    return { ...(await client.images.generate(asked, { signal }).withResponse()), warnings: notices }
  const image = pictures.map(
    ({ bytes, mediaType }, index) =>
      new File([new Uint8Array(bytes)], `${index + 1}.${extensionOf[mediaType] ?? 'png'}`, { type: mediaType }),
  )
  return { ...(await client.images.edit({ ...asked, image }, { signal }).withResponse()), warnings: notices }
}

async function generate(settings: Settings, request: ImageRequest, call: ImageCall) {
  const client = clientFor(settings, call.key)
  const { data, request_id, warnings } = await openStream(client, request, call.signal)
  for await (const event of data) {
    const bytes = Buffer.from(event.b64_json, 'base64')
    if (event.type === 'image_generation.partial_image' || event.type === 'image_edit.partial_image') {
      call.progress({ fraction: null, preview: bytes })
      continue
    }
    if (bytes.length === 0) break
    return {
      bytes,
      // OpenAI takes no seed and tells none: this is the number that the picture has with us.
      seed: request.seed,
      warnings,
      ...(event.usage ? { costUsd: event.usage.output_tokens * dollarsPerToken } : {}),
      ...(request_id ? { requestId: request_id } : {}),
    }
  }
  throw vendorFailure('OpenAI', 'empty')
}

/** OpenAI's GPT image models, through its SDK. One call makes one picture; there is nothing to come back to. */
export function createOpenAiProvider(settings: Settings = {}): ImageProvider {
  return {
    name: 'openai',
    concurrency: 16,
    opens: 'by-key',
    async generate(request, call) {
      try {
        return await generate(settings, request, call)
      } catch (error) {
        call.signal.throwIfAborted()
        throw openAiFailure(error)
      }
    },
    // Closing the connection is all that can be done, and that has happened already.
    cancel: async () => 'OpenAI may still charge for the picture that it had begun.',
    async checkKey(key, signal) {
      try {
        await clientFor(settings, key).models.list({ signal })
        return 'accepted'
      } catch (error) {
        signal.throwIfAborted()
        return keyAfter(error)
      }
    },
  }
}
