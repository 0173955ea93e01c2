import { z } from 'zod'
import { controlFields } from '#domain/models/controls.ts'
import { type AnswerLimit, answerLimits } from '#server/operations/bounded-fetch.ts'
import { firstIssue, listUpTo } from '#server/operations/outside-list.ts'
import { withoutVersion } from '#server/providers/common/base-address.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import { inlinePicture, pictureFrom } from '#server/providers/common/inline-picture.ts'
import { dataUri, type ReadablePictures } from '#server/providers/common/input-pictures.ts'
import { namedRatios, nearestRatio } from '#server/providers/common/named-ratios.ts'
import { promptWithRoles, sentPictures } from '#server/providers/common/sent-pictures.ts'
import { failureOfCreate, type VendorFailure, vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp, type VendorHttp, type VendorRefusal } from '#server/providers/common/vendor-http.ts'
import {
  type Endpoint,
  type ImageProvider,
  type ImageRequest,
  type KeyCredit,
  type PictureCall,
  ProviderError,
} from '#server/providers/provider.ts'
import { type AddedProviderOptions, fewAtOnce, type Place, placeOf } from '../added/added-provider.ts'
import { endpointList, endpointsPath, foundAtOpenRouter, modelList, withinLimit } from './openrouter-models.ts'

/** Pictures of an answer that are read: one is asked for. */
const maxPictures = 100

const version = '/api/v1'
const own = { name: 'OpenRouter', baseUrl: `https://openrouter.ai${version}` }
/** Pictures travel in the request, base64: so many of this size stay below the limits of the companies behind it. */
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp'], mostBytes: 3_000_000 }
/** Price lists that are asked for at once. */
const listsAtOnce = 8

/** One picture, as an event or an entry of a list. */
const picture = z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })
const message = picture.extend({
  type: z.string().nullish().catch(null),
  data: listUpTo(maxPictures, picture).nullish().catch(null),
  usage: z.object({ cost: z.number().nonnegative() }).nullish().catch(null),
  error: z.object({ code: z.union([z.string(), z.number()]).nullish(), message: z.string().nullish() }).nullish(),
})

/** GET /key: what is left of the limit of the key; null for a key without one (openrouter.ai/docs, 'Limits'). */
const keyReply = z.object({ data: z.object({ limit_remaining: z.number().nullish().catch(null) }) })

const errorBody = z.object({
  error: z.object({
    code: z.union([z.string(), z.number()]).nullish(),
    metadata: z
      .object({ reasons: listUpTo(maxPictures, z.string()).nullish(), error_type: z.string().nullish() })
      .nullish(),
  }),
})

/** 403 is a refusal by moderation where reasons stand beside it (openrouter.ai/docs, 'Errors'). */
function explain({ status, body, text }: VendorRefusal): { kind: VendorFailure } | null {
  const { metadata } = errorBody.safeParse(body).data?.error ?? {}
  if (status === 403 && metadata?.reasons) return { kind: 'refused' }
  if ((status === 400 || status === 422) && /moderation|content.?policy|safety/i.test(text)) return { kind: 'refused' }
  return null
}

/** Failures within a reply that began well: by the status that it would have had. */
const failureWithin = (code: string | number | null | undefined): VendorFailure => {
  const status = Number(code)
  if (/moderation|policy|safety/i.test(String(code))) return 'refused'
  return status >= 400 ? failureOfCreate(status) : 'failed'
}

/** The request for one picture, of what the model is listed to take. */
async function bodyOf(request: ImageRequest, call: PictureCall) {
  const { model, seed, size, resolution } = request
  const { accepts, apiModel, mostImagePrompts } = model
  const { pictures, warnings } = await sentPictures(request, mostImagePrompts, readable, call)
  const [first, ...others] = accepts?.frame.by === 'ratio' ? accepts.frame.names : []
  const takes = (field: string) => accepts?.fields.includes(field) ?? false
  return {
    warnings,
    body: {
      model: apiModel,
      prompt: promptWithRoles(editPrompt(request, 'nothing'), pictures),
      ...(takes('n') && { n: 1 }),
      ...(first !== undefined && { aspect_ratio: nearestRatio(namedRatios(first, ...others), size) }),
      ...(accepts?.sizes.includes(resolution) && { resolution }),
      ...(takes('seed') && { seed }),
      ...(takes('output_format') && { output_format: 'png' }),
      ...controlFields(model.controls, request.controls),
      ...(pictures.length > 0 && {
        input_references: pictures.map((each) => ({ type: 'image_url', image_url: { url: dataUri(each) } })),
      }),
    },
  }
}

/** Reads the picture of a reply: of plain JSON, or the last event of a stream. */
function readReply(values: readonly unknown[], vendor: string): { text: string; costUsd: number | null } {
  for (const value of values.toReversed()) {
    const { data: read } = message.safeParse(value)
    if (!read) continue
    if (read.error) throw vendorFailure(vendor, failureWithin(read.error.code))
    if (read.type?.endsWith('.partial_image')) continue
    const entry = read.b64_json || read.url ? read : read.data?.[0]
    const text = entry?.b64_json || entry?.url
    if (text) return { text, costUsd: read.usage?.cost ?? null }
  }
  throw vendorFailure(vendor, 'empty')
}

/**
 * OpenRouter's image API by its documented HTTP (openrouter.ai/docs, 'Image Generation'). Its SDK repeats a request by itself that may
 * be paid for already. One call makes one picture; nothing can be resumed.
 */
export function createOpenRouterProvider(options: AddedProviderOptions): ImageProvider {
  const { download, endpointFetch } = options
  const base = options.baseUrl === undefined ? own.baseUrl : `${withoutVersion(options.baseUrl, version)}${version}`
  const at = (endpoint: Endpoint | null | undefined, limit: AnswerLimit): { place: Place; http: VendorHttp } => {
    const place = placeOf(endpoint, { ...own, baseUrl: base })
    const http = createVendorHttp({
      vendor: place.name,
      baseUrl: place.baseUrl,
      headers: (key) => ({ authorization: `Bearer ${key}` }),
      explain,
      silenceMs: 280_000,
      limit,
      fetch: endpointFetch.for(place),
    })
    return { place, http }
  }

  async function check(endpoint: Endpoint | null, key: string, signal: AbortSignal): Promise<KeyCredit> {
    const reply = keyReply.safeParse(
      await at(endpoint, answerLimits.list).http.send({ method: 'GET', path: '/key', key, signal }),
    )
    return { leftUsd: reply.data?.data.limit_remaining ?? null }
  }

  return {
    name: 'openrouter',
    concurrency: 64,
    opens: 'by-key',

    async generate(request, call) {
      const { key, endpoint, signal } = call
      const { place, http } = at(endpoint, answerLimits.pictures)
      const { body, warnings } = await bodyOf(request, call)
      const create = { method: 'POST', path: '/images', json: body, isCreate: true } as const
      const values = await http.sendForAll({ ...create, key, signal })
      const { text, costUsd } = readReply(values, place.name)
      const { ownBaseUrl, name: vendor } = place
      const bytes =
        inlinePicture(text) ?? (await pictureFrom(text, (url) => download.fetch({ url, vendor, ownBaseUrl, signal })))
      // The same seed is not promised to give the same picture.
      return { bytes, seed: request.seed, warnings, ...(costUsd !== null && { costUsd }) }
    },

    // Closing the connection is all that can be done, and that has happened already.
    cancel: async (_, { endpoint }) =>
      `The picture that ${at(endpoint, answerLimits.list).place.name} had begun may still be charged.`,

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
      check: ({ key, ...endpoint }, signal) => check(endpoint, key, signal),
      async discover({ key, ...endpoint }, signal) {
        const { http, place } = at(endpoint, answerLimits.list)
        const list = modelList.safeParse(await http.send({ method: 'GET', path: '/images/models', key, signal }))
        if (!list.success) throw vendorFailure(place.name, 'unreadable', { vendorCode: firstIssue(list.error) })
        const found = await fewAtOnce(withinLimit(list.data.data), listsAtOnce, async (listed) => {
          const prices = await http
            .send({ method: 'GET', path: endpointsPath(listed.id), key, signal })
            .then((reply) => endpointList.safeParse(reply).data?.endpoints.flatMap(({ pricing }) => pricing) ?? [])
            .catch((error) => {
              signal.throwIfAborted()
              // A model whose prices can't be read is listed without one.
              if (error instanceof ProviderError && error.code !== 'provider-down') return []
              throw error
            })
          return foundAtOpenRouter(listed, prices)
        })
        return found.filter((each) => each !== null)
      },
    },
  }
}
