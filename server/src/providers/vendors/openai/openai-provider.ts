import OpenAI from 'openai'
import { z } from 'zod'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { withoutVersion } from '#server/providers/common/base-address.ts'
import { bytesOfBase64, pictureFrom } from '#server/providers/common/inline-picture.ts'
import type { VendorOptions } from '#server/providers/common/request-loop.ts'
import { unredirectedFetch } from '#server/providers/common/unredirected-fetch.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import type { ImageAnswer, ImageCall, ImageProvider } from '#server/providers/provider.ts'
import { messagesOf } from './openai-answer.ts'
import { keyAfter, openAiFailure } from './openai-failure.ts'
import { askOpenAi, openAiRequest } from './openai-request.ts'

/** US dollars for a million tokens of the GPT image models 2.6 (developers.openai.com, models, 2026-11). */
const prices = { words: 5, picturesSent: 8, picture: 30 }

/** The count of tokens, parsed leniently: a picture that was paid for is not lost because of it. */
const usageSchema = z.object({
  input_tokens_details: z.object({ text_tokens: z.number(), image_tokens: z.number() }),
  output_tokens: z.number(),
})

function costOf(usage: unknown): { costUsd?: number } {
  const { data } = usageSchema.safeParse(usage)
  if (!data) return {}
  const { text_tokens: words, image_tokens: sent } = data.input_tokens_details
  const millionths = words * prices.words + sent * prices.picturesSent + data.output_tokens * prices.picture
  return { costUsd: millionths / 1_000_000 }
}

type Settings = Pick<VendorOptions, 'download' | 'baseUrl'>

const baseUrlOf = ({ baseUrl }: Settings) => `${withoutVersion(baseUrl ?? 'https://api.openai.com', '/v1')}/v1`

/** Sets everything that the SDK would otherwise read from the environment. */
const clientFor = (settings: Settings, key: string) =>
  new OpenAI({
    apiKey: key,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrlOf(settings),
    fetch: unredirectedFetch(answerLimits.pictures),
    // Retries belong to the queue, which counts them and knows what was paid.
    maxRetries: 0,
    // The caller's signal ends a call, not the SDK's clock.
    timeout: 3_600_000,
    logLevel: 'off',
  })

/** Reads the picture at the end of the reply; earlier ones are previews. */
async function readAnswer(
  response: Response,
  call: ImageCall,
  fetchFrom: (url: string) => Promise<Uint8Array>,
): Promise<Omit<ImageAnswer, 'seed' | 'warnings'>> {
  const requestId = response.headers.get('x-request-id')
  for await (const { kind, picture, usage } of messagesOf(response, { signal: call.signal, vendor: 'OpenAI' })) {
    if (kind === 'partial') {
      call.progress({ fraction: null, preview: bytesOfBase64(picture) })
      continue
    }
    return {
      bytes: await pictureFrom(picture, fetchFrom),
      ...costOf(usage),
      ...(requestId ? { requestId } : {}),
    }
  }
  throw vendorFailure('OpenAI', 'empty')
}

/** OpenAI's GPT image models, through its SDK. One call makes one picture; nothing can be resumed. */
export function createOpenAiProvider(settings: Settings): ImageProvider {
  return {
    name: 'openai',
    concurrency: 64,
    opens: 'by-key',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const { warnings, ...asked } = await openAiRequest(request, call)
      try {
        const response = await askOpenAi(clientFor(settings, call.key), asked, call.signal)
        const { signal } = call
        const fetchFrom = (url: string) =>
          settings.download.fetch({ url, vendor: 'OpenAI', ownBaseUrl: baseUrlOf(settings), signal })
        // OpenAI takes and returns no seed: this is the image's own number.
        return { ...(await readAnswer(response, call, fetchFrom)), seed: request.seed, warnings }
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
