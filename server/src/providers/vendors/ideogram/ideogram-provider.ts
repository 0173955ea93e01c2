import { z } from 'zod'
import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { type Finished, makeByRequest, type VendorOptions } from '#server/providers/common/request-loop.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp, type VendorRefusal } from '#server/providers/common/vendor-http.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { ideogramRequest } from './ideogram-request.ts'

/**
 * The immediate reply to an `async` request (developer.ideogram.ai, 'Responses and metadata'). Version 1 and older proxies know
 * no `async`, and reply with the pictures.
 */
const accepted = z.object({ generation_id: z.string().min(1) })

/** The used parts of GET /v2/generations/{generation_id}. */
const generation = z.object({
  status: z.string(),
  failure_reason: z.string().nullish(),
  // A picture that was paid for is not lost because of a number.
  usage_cost_usd_micros: z.number().nullish().catch(null),
  data: z
    .array(
      z.object({
        url: z.string().nullish(),
        b64_json: z.string().nullish(),
        seed: z.number().nullish().catch(null),
        is_image_safe: z.boolean().nullish().catch(null),
      }),
    )
    .nullish(),
})

const unreadable = (error: z.ZodError) =>
  vendorFailure('Ideogram', 'unreadable', { vendorCode: error.message.slice(0, 300) })

/** Parses the id of an accepted request, or its result. @throws ProviderError when there is neither. */
function readAccepted(body: unknown): string | Finished {
  const parsed = accepted.safeParse(body)
  if (parsed.success) return parsed.data.generation_id
  const made = generation.omit({ status: true }).required({ data: true }).safeParse(body)
  if (made.success && made.data.data !== null) return finishedOf(made.data)
  throw unreadable(parsed.error)
}

/** Parses the state of a request. @returns null while it is in progress. */
function readGeneration(body: unknown): Finished | null {
  const parsed = generation.safeParse(body)
  if (!parsed.success) throw unreadable(parsed.error)
  const { status, failure_reason: reason } = parsed.data
  if (status === 'failed')
    throw vendorFailure('Ideogram', isRefusal(reason ?? '') ? 'refused' : 'failed', {
      request: 'over',
      vendorCode: (reason ?? 'failed').slice(0, 300),
    })
  // An unknown state counts as in progress.
  return status === 'completed' ? finishedOf(parsed.data) : null
}

function finishedOf(made: Pick<z.infer<typeof generation>, 'data' | 'usage_cost_usd_micros'>): Finished {
  const { data, usage_cost_usd_micros: micros } = made
  const picture = data?.[0]
  // A picture that was made and found unsafe is answered as a success, without an address.
  if (picture?.is_image_safe === false)
    throw vendorFailure('Ideogram', 'refused', { request: 'over', vendorCode: 'is_image_safe: false' })
  const url = picture?.url || picture?.b64_json
  if (!picture || !url) throw vendorFailure('Ideogram', 'empty', { request: 'over' })
  return {
    url,
    ...(typeof picture.seed === 'number' ? { seed: picture.seed } : {}),
    ...(typeof micros === 'number' ? { costUsd: micros / 1_000_000 } : {}),
  }
}

/** Whether Ideogram's reason is a refusal of the content. */
const isRefusal = (reason: string) => /polic|safety|moderat|unsafe/i.test(reason)

const defaultBaseUrl = 'https://api.ideogram.ai'

/** Ideogram's models by version 2 of its documented HTTP (developer.ideogram.ai/v2). */
export function createIdeogramProvider({
  download,
  baseUrl = defaultBaseUrl,
  pollMs = 2_000,
}: VendorOptions): ImageProvider {
  const http = createVendorHttp({
    vendor: 'Ideogram',
    baseUrl,
    headers: (key) => ({ 'api-key': key }),
    explain,
    limit: answerLimits.pictures,
  })

  return {
    name: 'ideogram',
    concurrency: 64,
    // The concurrent requests of an account by default.
    atOncePerKey: 10,
    opens: 'by-key',

    async generate(request, call) {
      const { path, form, warnings } = await ideogramRequest(request, call)
      const { key, signal } = call
      const made = await makeByRequest(call, {
        pollMs,
        ask: async () => readAccepted(await http.send({ method: 'POST', path, key, signal, form, isCreate: true })),
        look: async (id) =>
          readGeneration(
            await http.send({ method: 'GET', path: `/v2/generations/${encodeURIComponent(id)}`, key, signal }),
          ),
        fetchPicture: (url) => download.fetch({ url, vendor: 'Ideogram', ownBaseUrl: baseUrl, signal }),
      })
      return {
        bytes: made.bytes,
        seed: made.seed ?? request.seed,
        warnings,
        ...(made.requestId === undefined ? {} : { requestId: made.requestId }),
        ...(made.costUsd === undefined ? {} : { costUsd: made.costUsd }),
      }
    },

    async cancel() {
      return 'Ideogram can not cancel the picture, and charges for it.'
    },

    // Asks for the price of a picture, which makes none.
    checkKey: (key, signal) =>
      http.checkKey({
        method: 'POST',
        path: '/v2/image/generate/ideogram-3?dry_run=true',
        key,
        signal,
        json: { prompt: 'a lighthouse', num_images: 1 },
      }),
  }
}

/** Ideogram checks the prompt before it begins, too. The status for a plan without private pictures is not documented. */
function explain({ status, text }: VendorRefusal) {
  if (status >= 400 && status < 500 && status !== 401 && status !== 429 && /\bprivate\b|\bprivacy\b/i.test(text))
    return { kind: 'public' } as const
  return (status === 400 || status === 422) && isRefusal(text) ? ({ kind: 'refused' } as const) : null
}
