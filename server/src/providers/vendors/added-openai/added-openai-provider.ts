import OpenAI from 'openai'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { nearestFrame } from '#domain/models/frame.ts'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import { inlinePicture, pictureFrom } from '#server/providers/common/inline-picture.ts'
import type { ReadablePictures } from '#server/providers/common/input-pictures.ts'
import { promptWithRoles, sentPictures } from '#server/providers/common/sent-pictures.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp } from '#server/providers/common/vendor-http.ts'
import {
  type Endpoint,
  type ImageProvider,
  type ImageRequest,
  type PictureCall,
  ProviderError,
} from '#server/providers/provider.ts'
import { type AddedProviderOptions, type Place, placeOf } from '../added/added-provider.ts'
import { messagesOf } from '../openai/openai-answer.ts'
import { imagesApiFailure } from '../openai/openai-failure.ts'
import { foundInList } from './added-openai-models.ts'

const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 15_000_000 }

/** The sizes that nearly every server with OpenAI's calls takes, for one that refuses the requested size. */
const commonSizes: readonly [PixelSize, ...PixelSize[]] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
]

/** The address of the calls: as it was given where it names a version, else version 1 below it. */
const apiAddress = (baseUrl: string) => {
  const address = baseUrl.replace(/\/+$/, '')
  return /\/v\d+[a-z\d]*$/.test(address) ? address : `${address}/v1`
}

const sizeText = ({ width, height }: PixelSize) => `${width}x${height}`

/** Whether a refused request may succeed in another size: such a refusal costs nothing. */
const isAboutSize = (error: unknown) =>
  error instanceof OpenAI.APIError &&
  (error.status === 400 || error.status === 422) &&
  /size|resolution|dimension|width|height|aspect/i.test(error.message)

/** The request without its size; an edit where pictures go with it. Nothing is sent that an older server may not know. */
async function askedFor(request: ImageRequest, call: PictureCall) {
  const { pictures, warnings } = await sentPictures(request, request.model.mostImagePrompts, readable, call)
  const files = pictures.map(
    ({ bytes, mediaType }, index) =>
      new File([new Uint8Array(bytes)], `${index + 1}.${mediaType.split('/')[1]}`, { type: mediaType }),
  )
  const asked = {
    model: request.model.apiModel,
    prompt: promptWithRoles(editPrompt(request, 'nothing'), pictures),
    n: 1,
  }
  return { asked, files, warnings }
}

/**
 * Any server with OpenAI's image calls, through OpenAI's SDK. One call makes one picture; nothing can be resumed. @param options.baseUrl
 * For calls without an added provider; for tests.
 */
export function createOpenAiImagesProvider(options: AddedProviderOptions): ImageProvider {
  const { download, endpointFetch } = options

  function at(endpoint: Endpoint | null | undefined): Place {
    const baseUrl = endpoint?.baseUrl ?? options.baseUrl
    if (!baseUrl)
      throw new ProviderError('invalid', 'The provider of this model has no address. Remove it and add it again.')
    return placeOf(endpoint, { name: 'The added provider', baseUrl })
  }

  const clientAt = (place: Place, key: string) =>
    new OpenAI({
      // The SDK wants a text; without a key its header is taken away below.
      apiKey: key || 'none',
      ...(key === '' && { defaultHeaders: { authorization: null } }),
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      baseURL: apiAddress(place.baseUrl),
      fetch: endpointFetch.for(place)(answerLimits.pictures),
      // Retries belong to the queue, which counts them and knows what was paid.
      maxRetries: 0,
      timeout: 3_600_000,
      logLevel: 'off',
    })

  async function list(endpoint: Endpoint | null, key: string, signal: AbortSignal): Promise<unknown> {
    const place = at(endpoint)
    const http = createVendorHttp({
      vendor: place.name,
      baseUrl: apiAddress(place.baseUrl),
      headers: (secret): Record<string, string> => (secret === '' ? {} : { authorization: `Bearer ${secret}` }),
      limit: answerLimits.list,
      fetch: endpointFetch.for(place),
    })
    return http.send({ method: 'GET', path: '/models', key, signal })
  }

  return {
    name: 'openai-images',
    concurrency: 16,
    opens: 'by-key',

    async generate(request, call) {
      const { key, endpoint, signal } = call
      signal.throwIfAborted()
      const place = at(endpoint)
      const { name: vendor, ownBaseUrl } = place
      const client = clientAt(place, key)
      const { asked, files, warnings } = await askedFor(request, call)
      const [first, ...others] = files
      const ask = (size: PixelSize) =>
        first
          ? client.images
              .edit({ ...asked, size: sizeText(size), image: others.length > 0 ? files : first }, { signal })
              .asResponse()
          : client.images.generate({ ...asked, size: sizeText(size) }, { signal }).asResponse()
      try {
        const response = await ask(request.size).catch((error) => {
          if (!isAboutSize(error)) throw error
          return ask(nearestFrame(commonSizes, request.size))
        })
        for await (const { kind, picture } of messagesOf(response, { signal, vendor })) {
          if (kind === 'partial') continue
          const fetchFrom = (url: string) => download.fetch({ url, vendor, ownBaseUrl, signal })
          const bytes = inlinePicture(picture) ?? (await pictureFrom(picture, fetchFrom))
          return { bytes, seed: request.seed, warnings }
        }
        throw vendorFailure(vendor, 'empty')
      } catch (error) {
        signal.throwIfAborted()
        throw imagesApiFailure(error, vendor)
      }
    },

    // Closing the connection is all that can be done, and that has happened already.
    cancel: async (_, { endpoint }) => `The picture that ${at(endpoint).name} had begun may still be charged.`,

    async checkKey(key, signal) {
      try {
        await list(null, key, signal)
        return 'accepted'
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        return error.code === 'key' ? 'rejected' : 'unknown'
      }
    },

    added: {
      async check({ key, ...endpoint }, signal) {
        await list(endpoint, key, signal)
        return { leftUsd: null }
      },
      async discover({ key, ...endpoint }, signal) {
        const found = foundInList(await list(endpoint, key, signal))
        if (found === null) throw vendorFailure(endpoint.name, 'unreadable')
        return found
      },
    },
  }
}
