import { maxFoundModels } from '#domain/models/added-providers.ts'
import { controlFields } from '#domain/models/controls.ts'
import { type AnswerLimit, answerLimits } from '#server/operations/bounded-fetch.ts'
import { firstIssue } from '#server/operations/outside-list.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import {
  chooseInputPictures,
  dataUri,
  type ReadablePictures,
  readablePicture,
} from '#server/providers/common/input-pictures.ts'
import { namedRatios, nearestRatio } from '#server/providers/common/named-ratios.ts'
import { makeByRequest } from '#server/providers/common/request-loop.ts'
import { promptWithRoles } from '#server/providers/common/sent-pictures.ts'
import { type VendorFailure, vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp, type VendorHttp, type VendorRefusal } from '#server/providers/common/vendor-http.ts'
import {
  type Endpoint,
  type ImageProvider,
  type ImageRequest,
  type PictureCall,
  ProviderError,
} from '#server/providers/provider.ts'
import { type AddedProviderOptions, type Place, placeOf } from '../added/added-provider.ts'
import { type FalListed, type FalPrice, falCategories, falModelList, falPrices, foundAtFal } from './fal-models.ts'
import { failureOfText, finishedOf, isFinished, pathsIn, rememberedPaths } from './fal-queue.ts'

const queue = { name: 'fal', baseUrl: 'https://queue.fal.run' }
const platformUrl = 'https://api.fal.ai'
/** fal takes data URIs; each picture is made this small so that a request stays within its limits. */
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 2_000_000 }
const longestSide = 2_048
const pageSize = 100
/** Prices that one call may ask for. */
const pricesAtOnce = 50
/** The strength of painting over a picture, 0 to 1, where a model has such a field. */
const paintedOver = { enhance: 0.35, edit: 0.6, remix: 0.7 }
/** Any model with a price: the call only shows whether the key is known. */
const pricedModel = 'fal-ai/flux/schnell'

/** Bodies that are checked before anything is made are 422, with what is wrong by its kind. */
function explain({ status, text }: VendorRefusal): { kind: VendorFailure } | null {
  if (status === 422 || status === 400) {
    const kind = failureOfText(text)
    return { kind: kind === 'failed' ? 'invalid' : kind }
  }
  // The model's own failure, with its kind; without one it is the queue's.
  if (status >= 500 && /"type":\s*"\w+"/.test(text)) return { kind: 'failed' }
  // No credit is 403 with this sentence (fal.ai/docs, 'Errors').
  if (status === 403 && /balance|exhausted|locked/i.test(text)) return { kind: 'no-credit' }
  return null
}

/** The size in pixels, made to fit, in steps that all models take. */
function sizeOf({ size }: ImageRequest) {
  const scale = Math.min(1, longestSide / Math.max(size.width, size.height))
  const inSteps = (side: number) => Math.round((side * scale) / 32) * 32
  return { width: inSteps(size.width), height: inSteps(size.height) }
}

function frameOf(request: ImageRequest): object {
  const { accepts } = request.model
  if (accepts?.frame.by === 'pixels') return { image_size: sizeOf(request) }
  const [first, ...others] = accepts?.frame.by === 'ratio' ? accepts.frame.names : []
  return first === undefined ? {} : { aspect_ratio: nearestRatio(namedRatios(first, ...others), request.size) }
}

/** The inputs of one picture, of those that the model is listed to have. */
async function inputOf(
  request: ImageRequest,
  call: PictureCall,
): Promise<{ input: object; warnings: readonly string[] }> {
  const { model, parent, resolution, seed, controls: { loras } = {} } = request
  const { accepts } = model
  const { pictures, warnings } = chooseInputPictures(request, model.mostImagePrompts)
  const uris = await Promise.all(
    pictures.map(async ({ bytes }) => dataUri(await readablePicture(bytes, readable, call))),
  )
  const takes = (field: string) => accepts?.fields.includes(field) ?? false
  const field = accepts?.pictures
  return {
    warnings,
    input: {
      prompt: promptWithRoles(
        editPrompt(request, 'nothing'),
        pictures.map(({ role }) => ({ role })),
      ),
      ...frameOf(request),
      ...(accepts?.sizes.includes(resolution) && { resolution }),
      ...(takes('seed') && { seed }),
      ...(takes('num_images') && { num_images: 1 }),
      ...(takes('output_format') && { output_format: 'png' }),
      ...controlFields(model.controls, request.controls),
      ...(loras && { loras: loras.map(({ name, weight }) => ({ path: name, scale: weight })) }),
      ...(field && uris.length > 0 && { [field.field]: field.takes === 'list' ? uris : uris[0] }),
      ...(uris.length > 0 &&
        takes('strength') && { strength: request.edit?.strength ?? paintedOver[parent?.kind ?? 'remix'] }),
    },
  }
}

/**
 * fal's queue by its documented HTTP, for every model that takes a prompt. Its client repeats a request by itself when the connection
 * drops. @param options.baseUrl One origin for the queue and the platform API.
 */
export function createFalProvider(options: AddedProviderOptions): ImageProvider {
  const { download, endpointFetch, pollMs = 1_000 } = options
  const httpAt = (place: Place, baseUrl: string, limit: AnswerLimit): VendorHttp =>
    createVendorHttp({
      vendor: place.name,
      baseUrl,
      headers: (key) => ({ authorization: `Key ${key}` }),
      explain,
      limit,
      fetch: endpointFetch.for(place),
    })
  const at = (endpoint: Endpoint | null | undefined) => {
    const place = placeOf(endpoint, { ...queue, baseUrl: options.baseUrl ?? queue.baseUrl })
    return {
      place,
      queue: httpAt(place, place.baseUrl, answerLimits.pictures),
      platform: httpAt(place, options.baseUrl ?? platformUrl, answerLimits.list),
    }
  }

  async function check(endpoint: Endpoint | null, key: string, signal: AbortSignal): Promise<void> {
    const path = `/v1/models/pricing?endpoint_id=${encodeURIComponent(pricedModel)}`
    await at(endpoint).platform.send({ method: 'GET', path, key, signal })
  }

  return {
    name: 'fal',
    concurrency: 64,
    opens: 'by-key',

    async generate(request, call) {
      const { key, endpoint, signal } = call
      const { place, queue: http } = at(endpoint)
      const { name: vendor, ownBaseUrl } = place
      const { input, warnings } = await inputOf(request, call)
      const made = await makeByRequest(call, {
        pollMs,
        async ask() {
          const path = `/${request.model.apiModel.split('/').map(encodeURIComponent).join('/')}`
          const accepted = await http.send({ method: 'POST', path, key, signal, json: input, isCreate: true })
          return rememberedPaths(accepted, new URL(place.baseUrl).origin, vendor)
        },
        async look(remembered) {
          const { status, result } = pathsIn(remembered)
          if (!isFinished(await http.send({ method: 'GET', path: status, key, signal }), vendor)) return null
          try {
            return finishedOf(await http.send({ method: 'GET', path: result, key, signal }), vendor)
          } catch (error) {
            // A finished request whose result is an error stays one.
            if (error instanceof ProviderError && ['refused', 'invalid', 'failed'].includes(error.code))
              throw new ProviderError(error.code, error.message, {
                cause: error,
                request: 'over',
                health: 'reachable',
                ...(error.vendorCode !== null && { vendorCode: error.vendorCode }),
              })
            throw error
          }
        },
        fetchPicture: (url) => download.fetch({ url, vendor, ownBaseUrl, signal }),
      })
      return {
        bytes: made.bytes,
        seed: made.seed ?? request.seed,
        warnings,
        ...(made.requestId === undefined ? {} : { requestId: made.requestId }),
      }
    },

    async cancel(requestId, { key, endpoint, signal }) {
      const { place, queue: http } = at(endpoint)
      const charged = `The request may have reached ${place.name}, which may charge for the picture.`
      if (requestId === null) return charged
      try {
        await http.send({ method: 'PUT', path: pathsIn(requestId).cancel, key, signal })
        return null
      } catch (error) {
        // A finished request is answered with 400 and ALREADY_COMPLETED (fal.ai/docs, 'Queue').
        if (error instanceof ProviderError && /ALREADY_COMPLETED/.test(error.vendorCode ?? ''))
          return `${place.name} had finished the picture already, and charges for it.`
        throw error
      }
    },

    async checkKey(key, signal) {
      try {
        await check(null, key, signal)
        return 'accepted'
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        return error.code === 'key' ? 'rejected' : 'unknown'
      }
    },

    added: {
      async check({ key, ...endpoint }, signal) {
        await check(endpoint, key, signal)
        // It has no call that says what is left.
        return { leftUsd: null }
      },
      async discover({ key, ...endpoint }, signal) {
        const { platform, place } = at(endpoint)
        const listed = await listModels(platform, { key, signal, vendor: place.name })
        const prices = await listPrices(platform, listed, { key, signal })
        return listed.flatMap((each) => foundAtFal(each, prices.get(each.endpoint_id)) ?? [])
      },
    },
  }
}

type Asking = { readonly key: string; readonly signal: AbortSignal }

async function listModels(http: VendorHttp, { vendor, ...call }: Asking & { vendor: string }): Promise<FalListed[]> {
  const listed: FalListed[] = []
  for (const category of falCategories) {
    let cursor: string | null = null
    do {
      const query: URLSearchParams = new URLSearchParams({
        category,
        status: 'active',
        limit: String(pageSize),
        expand: 'openapi-3.0',
        ...(cursor !== null && { cursor }),
      })
      const parsed = falModelList.safeParse(await http.send({ method: 'GET', path: `/v1/models?${query}`, ...call }))
      if (!parsed.success) throw vendorFailure(vendor, 'unreadable', { vendorCode: firstIssue(parsed.error) })
      listed.push(...parsed.data.models)
      cursor = parsed.data.has_more === false ? null : (parsed.data.next_cursor ?? null)
    } while (cursor !== null && listed.length < maxFoundModels)
  }
  return [...new Map(listed.map((each) => [each.endpoint_id, each])).values()].slice(0, maxFoundModels)
}

/** Models whose price can't be read are listed without one. */
async function listPrices(
  http: VendorHttp,
  listed: readonly FalListed[],
  call: Asking,
): Promise<Map<string, FalPrice>> {
  const prices = new Map<string, FalPrice>()
  for (let at = 0; at < listed.length; at += pricesAtOnce) {
    const query = new URLSearchParams(
      listed.slice(at, at + pricesAtOnce).map(({ endpoint_id: id }): [string, string] => ['endpoint_id', id]),
    )
    try {
      const { data } = falPrices.safeParse(
        await http.send({ method: 'GET', path: `/v1/models/pricing?${query}`, ...call }),
      )
      for (const price of data?.prices ?? []) prices.set(price.endpoint_id, price)
    } catch (error) {
      call.signal.throwIfAborted()
      const isKey = error instanceof ProviderError && error.code === 'key'
      if (isKey) throw error
    }
  }
  return prices
}
