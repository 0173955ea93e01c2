import { createGateway, GatewayInvalidRequestError } from '@ai-sdk/gateway'
import { z } from 'zod'
import { resultSize } from '#domain/edit/edit-frame.ts'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { readHeader } from '#server/operations/decoding-room.ts'
import { withoutVersion } from '#server/providers/common/base-address.ts'
import { maskAs } from '#server/providers/common/edit-pictures.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import { pictureFrom } from '#server/providers/common/inline-picture.ts'
import type { ReadablePictures } from '#server/providers/common/input-pictures.ts'
import { jsonValuesIn } from '#server/providers/common/json-answer.ts'
import type { VendorOptions } from '#server/providers/common/request-loop.ts'
import { type SentPicture, sentPictures } from '#server/providers/common/sent-pictures.ts'
import { unredirectedFetch } from '#server/providers/common/unredirected-fetch.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp } from '#server/providers/common/vendor-http.ts'
import { type ImageCall, type ImageProvider, type ImageRequest, ProviderError } from '#server/providers/provider.ts'
import { gatewayFailure } from './gateway-failure.ts'
import { type GatewayFrame, gatewayFrames, inPixels, makersOptions } from './gateway-size.ts'

const pictureSchema = z.union([
  z.string(),
  z.object({ b64_json: z.string() }).transform(({ b64_json }) => b64_json),
  z.object({ url: z.string() }).transform(({ url }) => url),
])

/** An answer with pictures, by the gateway's protocol or in the form of OpenAI's image calls. */
const answerSchema = z
  .object({
    images: z.array(pictureSchema).optional(),
    data: z.array(pictureSchema).optional(),
    isRetryable: z.boolean().optional().catch(undefined),
    providerMetadata: z
      .object({ gateway: z.record(z.string(), z.unknown()) })
      .optional()
      .catch(undefined),
  })
  .refine(({ images, data }) => images ?? data)

/**
 * The `fetch` of the gateway's SDK. The SDK rejects a reply whose form differs in any detail from its schema, and with it a
 * picture that was paid for; here a reply is reduced to what is read of it, and an event stream to its last event with pictures.
 */
const gatewayFetch: typeof fetch = async (input, init) => {
  const response = await unredirectedFetch(answerLimits.pictures)(input, init)
  if (!response.ok) return response
  const text = await response.text()
  const answers = (jsonValuesIn(text) ?? []).flatMap((value) => answerSchema.safeParse(value).data ?? [])
  const { images, data, ...rest } =
    answers.findLast((each) => (each.images ?? each.data ?? []).length > 0) ?? answers.at(-1) ?? {}
  const { status } = response
  if (!images && !data) return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  return Response.json({ ...rest, images: images ?? data }, { status })
}

const vendor = 'The AI Gateway'
const origin = 'https://ai-gateway.vercel.sh'
/** Recraft's page there: PNG, JPEG and WebP below 5 MB. Of a list of pictures each is smaller, as a request has an end too. */
const readable = ({ model }: ImageRequest): ReadablePictures => ({
  kinds: ['png', 'jpeg', 'webp'],
  mostBytes: model.mostImagePrompts > 1 ? 2_000_000 : 4_900_000,
})

/** The gateway's metadata beside the picture; the price is text there: '0.035'. */
const metadataSchema = z.object({
  gateway: z.object({
    cost: z.coerce.number().nonnegative().optional(),
    generationId: z.string().optional(),
  }),
})

type Model = ReturnType<ReturnType<typeof createGateway>['imageModel']>
type Asked = Parameters<Model['doGenerate']>[0]

/** Neither Recraft nor Seedream from version 4 on has one (docs of BytePlus ModelArk and Recraft, autumn 2026), nor Topaz. */
const readsSeed = (apiModel: string) => !/^(recraft|bytedance|topaz)\//.test(apiModel)

const isEnlarging = ({ edit }: ImageRequest) => edit?.asked.operation === 'upscale'

/** The frames to ask for: that of the result where a picture is enlarged. */
function framesFor(request: ImageRequest): readonly [GatewayFrame, ...GatewayFrame[]] {
  const { edit, model, size } = request
  if (!edit || !isEnlarging(request)) return gatewayFrames(model.apiModel, size)
  return [inPixels(resultSize(edit.asked, edit.source.size))]
}

/** The longest side over the shortest of a picture that Seedream 5 Pro reads (BytePlus ModelArk, image generation). */
const maxRatioOfSeedream5Pro = 3

/** @throws ProviderError where a picture is longer than the model reads. */
async function requireReadableShapes({ model }: ImageRequest, pictures: readonly SentPicture[]): Promise<void> {
  if (model.apiModel !== 'bytedance/seedream-5.0-pro') return
  for (const { bytes } of pictures) {
    // One that can not be measured is left to the vendor.
    const { width = 1, height = 1 } = (await readHeader(bytes).catch(() => null)) ?? {}
    if (Math.max(width, height) > maxRatioOfSeedream5Pro * Math.min(width, height))
      throw new ProviderError(
        'invalid',
        `${model.name} reads pictures of at most ${maxRatioOfSeedream5Pro}:1. Crop the picture, and try again.`,
      )
  }
}

/** The request without its frame. Only some vendors read a seed. */
async function askedFor(request: ImageRequest, call: ImageCall) {
  const { pictures, warnings } = await sentPictures(request, request.model.mostImagePrompts, readable(request), call)
  await requireReadableShapes(request, pictures)
  const files = pictures.map(({ bytes, mediaType }) => ({ type: 'file' as const, mediaType, data: bytes }))
  const mask = request.model.edits?.change ? (request.edit?.given?.mask ?? null) : null
  const asked: Omit<Asked, 'size' | 'aspectRatio'> = {
    // A model that enlarges reads none, and warns.
    prompt: isEnlarging(request) ? undefined : editPrompt(request, mask ? 'mask' : 'nothing'),
    n: 1,
    seed: readsSeed(request.model.apiModel) ? request.seed : undefined,
    files: files.length > 0 ? files : undefined,
    // White is what changes, as Black Forest Labs reads it: the gateway passes it on as it is.
    mask: mask ? { type: 'file', mediaType: 'image/png', data: await maskAs('as-is', mask, call) } : undefined,
    providerOptions: makersOptions(request.model.apiModel, request.resolution),
    abortSignal: call.signal,
  }
  return { asked, warnings }
}

/** Asks for the first frame, and for the next one where the model doesn't know it. */
async function generateInOneOf(
  model: Model,
  asked: Omit<Asked, 'size' | 'aspectRatio'>,
  [frame, ...others]: readonly [GatewayFrame, ...GatewayFrame[]],
) {
  try {
    return await model.doGenerate({ size: undefined, aspectRatio: undefined, ...asked, ...frame })
  } catch (error) {
    const [next, ...rest] = others
    if (!next || !GatewayInvalidRequestError.isInstance(error)) throw error
    return generateInOneOf(model, asked, [next, ...rest])
  }
}

/**
 * Vercel's AI Gateway through its SDK, without the AI SDK around it, which repeats a request automatically whose picture was paid
 * for already. One call makes one picture; nothing can be resumed. @param settings baseUrl: another origin than Vercel's.
 */
export function createGatewayProvider(settings: Pick<VendorOptions, 'download' | 'baseUrl'>): ImageProvider {
  const baseUrl = withoutVersion(settings.baseUrl ?? origin, '/v4/ai')
  const http = createVendorHttp({
    vendor,
    baseUrl,
    limit: answerLimits.list,
    headers: (key) => ({ authorization: `Bearer ${key}` }),
  })
  return {
    name: 'gateway',
    concurrency: 64,
    opens: 'by-key',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const gateway = createGateway({ apiKey: call.key, baseURL: `${baseUrl}/v4/ai`, fetch: gatewayFetch })
      const model = gateway.imageModel(request.model.apiModel)
      const { asked, warnings } = await askedFor(request, call)
      try {
        const reply = await generateInOneOf(model, asked, framesFor(request))
        const [picture] = reply.images
        // An empty reply says whether a retry may help; where not, the model would not make the picture.
        if (!picture) throw vendorFailure(vendor, reply.isRetryable === false ? 'refused' : 'empty')
        const { cost, generationId } = metadataSchema.safeParse(reply.providerMetadata).data?.gateway ?? {}
        const { signal } = call
        const fetchFrom = (url: string) => settings.download.fetch({ url, vendor, ownBaseUrl: baseUrl, signal })
        return {
          bytes: typeof picture === 'string' ? await pictureFrom(picture, fetchFrom) : picture,
          seed: request.seed,
          warnings,
          ...(cost === undefined ? {} : { costUsd: cost }),
          ...(generationId === undefined ? {} : { requestId: generationId }),
        }
      } catch (error) {
        call.signal.throwIfAborted()
        throw gatewayFailure(error)
      }
    },
    // Closing the connection is all that can be done, and that has happened already.
    cancel: async () => 'The AI Gateway may still charge for the picture that it had begun.',
    checkKey: (key, signal) => http.checkKey({ method: 'GET', path: '/v1/credits', key, signal }),
  }
}
