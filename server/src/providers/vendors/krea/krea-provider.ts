import { z } from 'zod'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { firstIssue } from '#server/operations/outside-list.ts'
import { enlargementFactor, givenOf } from '#server/providers/common/edit-pictures.ts'
import { editPrompt } from '#server/providers/common/edit-words.ts'
import { readablePicture } from '#server/providers/common/input-pictures.ts'
import { makeByRequest, type VendorOptions } from '#server/providers/common/request-loop.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp } from '#server/providers/common/vendor-http.ts'
import {
  type ImageCall,
  type ImageEdit,
  type ImageProvider,
  type ImageRequest,
  type PictureCall,
  ProviderError,
} from '#server/providers/provider.ts'
import { createKreaAssets } from './krea-assets.ts'
import type { EnhanceBody, NanoBananaBody } from './krea-body.ts'
import { type KreaRequest, kreaRequest, readableByKrea } from './krea-request.ts'

/** A picture of a job; `preview` is a smaller one beside it. */
const jobPicture = z.union([
  z.string().transform((url) => ({ url, type: null })),
  z.object({ url: z.string(), type: z.string().nullish() }),
])

/** The pictures of a job: a list of addresses, a list with types, or a dictionary (api.krea.ai/openapi.json of 2026-10-09). */
const jobPictures = z.union([
  z.array(jobPicture),
  z
    .record(z.string(), jobPicture)
    .transform((named) => Object.entries(named).map(([name, { url, type }]) => ({ url, type: type ?? name }))),
])

/**
 * Krea's reply about a job (GET /jobs/{id}; docs.krea.ai/developers/job-lifecycle). Its documents leave open where the error is:
 * beside the result, or within it.
 */
const kreaJob = z.object({
  job_id: z.string().min(1),
  status: z.string(),
  result: z
    .object({
      urls: jobPictures.nullish(),
      error: z.unknown().optional(),
      nsfw: z.boolean().nullish().catch(null),
      ip_detected: z.boolean().nullish().catch(null),
    })
    .nullish(),
  error: z.unknown().optional(),
})

type KreaJob = z.infer<typeof kreaJob>

/** @throws ProviderError when it is no job. */
function parseJob(body: unknown): KreaJob {
  const parsed = kreaJob.safeParse(body)
  if (!parsed.success) throw vendorFailure('Krea', 'unreadable', { vendorCode: firstIssue(parsed.error) })
  return parsed.data
}

/** The address of the picture of a job, finished or so far; of a preview only where there is nothing else. */
function urlOf({ result }: KreaJob): string | null {
  const pictures = result?.urls ?? []
  return (pictures.find(({ type }) => type !== 'preview') ?? pictures[0])?.url ?? null
}

/** The address of a finished picture. @returns null while Krea works on it. @throws ProviderError when it has failed. */
function finishedUrl(job: KreaJob): string | null {
  const { status, result, error } = job
  const isFlagged = result?.nsfw === true || result?.ip_detected === true
  switch (status) {
    case 'completed': {
      const url = urlOf(job)
      if (url === null) throw vendorFailure('Krea', isFlagged ? 'refused' : 'empty', { request: 'over' })
      return url
    }
    case 'failed': {
      const message = JSON.stringify(error ?? result?.error ?? '')
      const isRefused = isFlagged || /nsfw|moderat|ip_detected|content.?polic|safety/i.test(message)
      throw vendorFailure('Krea', isRefused ? 'refused' : 'failed', {
        request: 'over',
        vendorCode: message.slice(0, 300),
      })
    }
    case 'cancelled':
      throw vendorFailure('Krea', 'cancelled', { request: 'over' })
    default:
      // 'backlogged', 'queued', 'scheduled', 'processing', 'sampling', 'intermediate-complete', or an unknown one.
      return null
  }
}

/** Enlarging shall add detail, and leave what is shown alone. */
const faithful = { ai_strength: 0.2, resemblance_strength: 1.5 } as const

/** Pixels of pictures that are painted at 1K and 2K; what is larger is painted at 4K. */
const maxPixels = [
  ['1K', 1_600_000],
  ['2K', 6_000_000],
] as const

/** Builds an edit. @throws ProviderError where Krea does not make so large a picture. */
async function kreaEdit(request: ImageRequest, edit: ImageEdit, call: PictureCall): Promise<KreaRequest> {
  const { model, seed, size } = request
  const picture = await readablePicture(givenOf(edit).picture, readableByKrea, call)
  const pictures = [{ ...picture, role: 'parent' as const }]
  if (edit.asked.operation === 'upscale') {
    const factor = enlargementFactor('Krea', edit, { maxSide: 8_000 })
    const body = ([address = '']: readonly string[]): EnhanceBody => ({
      image_url: address,
      image_scaling_factor: factor,
      ...faithful,
      seed,
    })
    return { path: `/generate/enhance/${model.apiModel}`, pictures, warnings: [], body }
  }
  const resolution: NanoBananaBody['resolution'] =
    maxPixels.find(([, most]) => size.width * size.height <= most)?.[0] ?? '4K'
  const prompt = editPrompt(request, 'nothing')
  const body = (image_urls: readonly string[]): NanoBananaBody => ({ prompt, image_urls, resolution })
  return { path: `/generate/image/${model.apiModel}`, pictures, warnings: [], body }
}

const defaultBaseUrl = 'https://api.krea.ai'

/**
 * Krea's own models and those that it serves for others, by its documented HTTP (docs.krea.ai/api-reference). Krea recommends to
 * poll every two to five seconds.
 */
export function createKreaProvider({
  download,
  baseUrl = defaultBaseUrl,
  pollMs = 2_500,
}: VendorOptions): ImageProvider {
  const http = createVendorHttp({
    vendor: 'Krea',
    baseUrl,
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    limit: answerLimits.pictures,
  })
  const assets = createKreaAssets(http)

  /** Stores the pictures, then asks for the picture. @returns The id of the job. */
  async function ask({ path, pictures, body }: KreaRequest, { key, signal }: ImageCall): Promise<string> {
    const addresses = await assets.store(pictures, { key, signal })
    try {
      return parseJob(await http.send({ method: 'POST', path, key, signal, json: body(addresses), isCreate: true }))
        .job_id
    } catch (error) {
      if (error instanceof ProviderError && error.code === 'invalid') assets.forget(addresses)
      throw error
    }
  }

  const fetchFrom = (url: string, { signal }: Pick<ImageCall, 'signal'>) =>
    download.fetch({ url, vendor: 'Krea', ownBaseUrl: baseUrl, signal })

  return {
    name: 'krea',
    concurrency: 32,
    opens: 'by-key',

    async generate(request, call) {
      const { key, signal } = call
      const { edit, model } = request
      const asked = edit ? await kreaEdit(request, edit, call) : await kreaRequest(request, call)
      if (!asked) throw new ProviderError('invalid', `${model.name} can not be asked for at Krea.`)
      const shown = new Set<string>()
      const made = await makeByRequest(call, {
        pollMs,
        ask: () => ask(asked, call),
        async look(id) {
          const path = `/jobs/${encodeURIComponent(id)}`
          const job = parseJob(await http.send({ method: 'GET', path, key, signal }))
          const url = finishedUrl(job)
          if (url !== null) return { url }
          const preview = urlOf(job)
          if (preview !== null && !shown.has(preview)) {
            shown.add(preview)
            call.progress({ fraction: null, preview: await fetchFrom(preview, call).catch(() => null) })
          }
          return null
        },
        fetchPicture: (url) => fetchFrom(url, call),
      })
      return {
        bytes: made.bytes,
        seed: request.seed,
        warnings: asked.warnings,
        ...(made.requestId === undefined ? {} : { requestId: made.requestId }),
      }
    },

    async cancel(requestId, { key, signal }) {
      if (requestId === null) return 'Krea may have begun the picture, and may charge for it.'
      try {
        await http.send({ method: 'DELETE', path: `/jobs/${encodeURIComponent(requestId)}`, key, signal })
        return null
      } catch (error) {
        // Only waiting or just started jobs can be canceled there.
        if (error instanceof ProviderError && error.code === 'invalid')
          return 'Krea is too far with the picture to stop, and charges for it.'
        throw error
      }
    },

    checkKey: (key, signal) => http.checkKey({ method: 'GET', path: '/jobs?limit=1', key, signal }),
  }
}
