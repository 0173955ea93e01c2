import type { ImageProvider } from '../provider.ts'
import { makeByRequest, type VendorOptions } from '../request-loop.ts'
import { createVendorHttp, type VendorRefusal } from '../vendor-http.ts'
import { isRefusal, readAccepted, readGeneration } from './ideogram-generation.ts'
import { ideogramRequest } from './ideogram-request.ts'

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
  })

  return {
    name: 'ideogram',
    concurrency: 64,
    // The concurrent requests of an account by default.
    atOncePerKey: 10,
    opens: 'by-key',

    async generate(request, call) {
      const { path, form, warnings } = await ideogramRequest(request)
      const { key, signal } = call
      const made = await makeByRequest(call, {
        pollMs,
        ask: async () => readAccepted(await http.send({ method: 'POST', path, key, signal, form })),
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

/** Ideogram checks the prompt before it begins, too. */
function explain({ status, text }: VendorRefusal) {
  return (status === 400 || status === 422) && isRefusal(text) ? ({ kind: 'refused' } as const) : null
}
