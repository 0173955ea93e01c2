import { z } from 'zod'
import { type ImageCall, type ImageProvider, ProviderError } from '../provider.ts'
import { makeByRequest, type VendorOptions } from '../request-loop.ts'
import { vendorFailure } from '../vendor-failure.ts'
import { createVendorHttp } from '../vendor-http.ts'
import { kreaEdit } from './krea-edit.ts'
import { finishedUrl, parseJob, urlOf } from './krea-job.ts'
import { kreaRequest } from './krea-request.ts'

const assetSchema = z.object({ image_url: z.url() })

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
  })
  const fetchFrom = (url: string, { signal }: Pick<ImageCall, 'signal'>) =>
    download.fetch({ url, vendor: 'Krea', ownBaseUrl: baseUrl, signal })

  return {
    name: 'krea',
    concurrency: 32,
    opens: 'by-key',

    async generate(request, call) {
      const { key, signal } = call
      const { edit, model } = request
      const asked = edit ? null : await kreaRequest(request)
      if (!edit && !asked) throw new ProviderError('invalid', `${model.name} can not be asked for at Krea.`)
      const store = async (form: FormData) => {
        const stored = assetSchema.safeParse(await http.send({ method: 'POST', path: '/assets', key, signal, form }))
        if (!stored.success) throw vendorFailure('Krea', 'unreadable')
        return stored.data.image_url
      }
      const shown = new Set<string>()
      const made = await makeByRequest(call, {
        pollMs,
        async ask() {
          const { path, body } = edit
            ? await kreaEdit(request, edit, store)
            : { path: `/generate/image/${model.apiModel}`, body: asked?.body }
          return parseJob(await http.send({ method: 'POST', path, key, signal, json: body })).job_id
        },
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
        warnings: asked?.warnings ?? [],
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
