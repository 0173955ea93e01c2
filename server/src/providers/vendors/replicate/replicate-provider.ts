import { z } from 'zod'
import { controlFields } from '#domain/models/controls.ts'
import { formOf } from '#domain/models/model.ts'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { blankPicture } from '#server/operations/decoding-room.ts'
import { maskAs } from '#server/providers/common/edit-pictures.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import {
  chooseInputPictures,
  dataUri,
  type ReadablePictures,
  readablePicture,
} from '#server/providers/common/input-pictures.ts'
import { makeByRequest, type VendorOptions } from '#server/providers/common/request-loop.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp, type VendorHttp, type VendorRefusal } from '#server/providers/common/vendor-http.ts'
import { type ImageCall, type ImageProvider, type ImageRequest, ProviderError } from '#server/providers/provider.ts'
import { type AddressedPicture, type ReplicateInput, type ReplicateModel, replicateModels } from './replicate-models.ts'
import { parsePrediction, readPrediction } from './replicate-prediction.ts'

const defaultBaseUrl = 'https://api.replicate.com'
const readable: ReadablePictures = { kinds: ['png', 'jpeg', 'webp', 'gif'], mostBytes: 20_000_000 }
/** Replicate takes data URIs for small files, and asks for larger ones to be uploaded (docs, 'Input files'). */
const maxInlineBytes = 256 * 1024

/**
 * Replicate's models. Its types come from the `replicate` package; the calls are our own, because that package sends a paid
 * request up to six times when the connection drops, without an option against it (1.4.0, lib/util.js). The base address may be
 * with or without `/v1`.
 */
export function createReplicateProvider({
  download,
  baseUrl = defaultBaseUrl,
  pollMs = 1_000,
}: VendorOptions): ImageProvider {
  const http = createVendorHttp({
    vendor: 'Replicate',
    baseUrl: baseUrl.replace(/\/v1\/?$/, ''),
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    explain,
    limit: answerLimits.pictures,
  })

  return {
    name: 'replicate',
    concurrency: 64,
    opens: 'by-key',

    async generate(request, call) {
      const model = replicateModels[formOf(request.model)]
      if (!model) throw new ProviderError('invalid', `${request.model.name} can not be asked for at Replicate.`)
      const { key, signal } = call
      const { pictures, warnings } = chooseInputPictures(request, model.mostPictures)
      let fraction = 0
      const made = await makeByRequest(call, {
        pollMs,
        async ask() {
          const given = model.needsPicture && pictures.length === 0 ? [await whiteSheet(request)] : pictures
          const addressed = await Promise.all(
            given.map(async ({ bytes, role }) => ({ role, uri: await addressOf(http, bytes, call) })),
          )
          const shown = model.mask === undefined ? null : (request.edit?.given?.mask ?? null)
          const mask = shown && { [model.mask ?? '']: await addressOf(http, await maskAs('as-is', shown, call), call) }
          return askReplicate(http, { model, request, pictures: addressed, mask, call })
        },
        look: async (id) =>
          readPrediction(
            await http.send({ method: 'GET', path: `/v1/predictions/${encodeURIComponent(id)}`, key, signal }),
            (progress) => {
              // A model with several passes restarts its progress for each.
              fraction = Math.max(fraction, progress.fraction ?? 0)
              call.progress({ ...progress, fraction })
            },
          ),
        fetchPicture: (url) => download.fetch({ url, vendor: 'Replicate', ownBaseUrl: baseUrl, signal }),
      })
      return {
        bytes: made.bytes,
        seed: request.seed,
        warnings: [...warnings, ...model.notices(request)],
        ...(made.requestId === undefined ? {} : { requestId: made.requestId }),
      }
    },

    async cancel(requestId, { key, signal }) {
      if (requestId === null) return 'Replicate may have begun the picture, and may charge for it.'
      await http.send({ method: 'POST', path: `/v1/predictions/${encodeURIComponent(requestId)}/cancel`, key, signal })
      return null
    },

    checkKey: (key, signal) => http.checkKey({ method: 'GET', path: '/v1/account', key, signal }),
  }
}

async function askReplicate(
  http: VendorHttp,
  asked: {
    readonly model: ReplicateModel
    readonly request: ImageRequest
    readonly pictures: readonly AddressedPicture[]
    /** The mask of an edit, under its name. */
    readonly mask: ReplicateInput | null
    readonly call: Pick<ImageCall, 'key' | 'signal' | 'memory'>
  },
): Promise<string> {
  const { model, request, pictures, mask, call } = asked
  const input = {
    ...(!model.isWordless && { prompt: editPrompt(request, mask ? 'mask' : 'nothing') }),
    ...model.settings(request),
    ...model.pictures(pictures, request),
    ...mask,
    ...request.model.parameters,
    ...controlFields(request.model.controls, request.controls),
  }
  const { key, signal } = call
  const path = `/v1/models/${request.model.apiModel}/predictions`
  return parsePrediction(await http.send({ method: 'POST', path, key, signal, json: { input }, isCreate: true })).id
}

const uploadedFile = z.object({ urls: z.object({ get: z.url() }) })

/** The address of a picture for the model: a data URI, or a file that Replicate keeps for a day. */
async function addressOf(
  http: VendorHttp,
  bytes: Uint8Array,
  call: Pick<ImageCall, 'key' | 'signal' | 'memory'>,
): Promise<string> {
  const picture = await readablePicture(bytes, readable, call)
  if (picture.bytes.byteLength <= maxInlineBytes) return dataUri(picture)
  const form = new FormData()
  form.set('content', new Blob([new Uint8Array(picture.bytes)], { type: picture.mediaType }), 'picture')
  const { key, signal } = call
  const stored = uploadedFile.safeParse(await http.send({ method: 'POST', path: '/v1/files', key, signal, form }))
  if (!stored.success) throw vendorFailure('Replicate', 'unreadable')
  return stored.data.urls.get
}

async function whiteSheet({ size }: ImageRequest) {
  const bytes = await blankPicture({ ...size, channels: 3, background: '#ffffff' })
    .png()
    .toBuffer()
  return { bytes, role: 'content' as const }
}

/** Replicate states the duration of a rate limit in its message: '… resets in ~30s'. */
function explain({ status, headers, text }: VendorRefusal) {
  const seconds = /resets in ~?(\d+)\s*s/.exec(text)?.[1]
  if (status !== 429 || headers.has('retry-after') || seconds === undefined) return null
  return { kind: 'busy' as const, retryAfterMs: Number(seconds) * 1_000 }
}
