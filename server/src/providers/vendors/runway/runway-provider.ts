import { answerLimits } from '#server/operations/bounded-fetch.ts'
import { makeByRequest, type VendorOptions } from '#server/providers/common/request-loop.ts'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { createVendorHttp, type VendorRefusal } from '#server/providers/common/vendor-http.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { runwayRequest } from './runway-request.ts'
import { createdTask, readTask } from './runway-task.ts'

const defaultBaseUrl = 'https://api.dev.runwayml.com'
/** The version of the API for which @runwayml/sdk 4.20.1 is written, whose types this follows. */
const apiVersion = '2024-11-06'

/**
 * Runway's Gen-4 stills, and what enlarges pictures there. Its types come from @runwayml/sdk; the calls are our own, so that silence, limits and errors are treated
 * as with every other vendor. Runway asks for at most one poll in five seconds.
 */
export function createRunwayProvider({
  download,
  baseUrl = defaultBaseUrl,
  pollMs = 7_000,
}: VendorOptions): ImageProvider {
  const http = createVendorHttp({
    vendor: 'Runway',
    baseUrl,
    headers: (key) => ({ authorization: `Bearer ${key}`, 'x-runway-version': apiVersion }),
    explain,
    limit: answerLimits.pictures,
  })

  return {
    name: 'runway',
    concurrency: 64,
    // The first tier runs two tasks at once; more are throttled, and wait there instead of here.
    atOncePerKey: 2,
    opens: 'by-key',

    async generate(request, call) {
      const { path, body, warnings } = await runwayRequest(request, call)
      const { key, signal } = call
      const made = await makeByRequest(call, {
        pollMs,
        async ask() {
          const create = { method: 'POST', path, json: body, isCreate: true } as const
          const reply = createdTask.safeParse(await http.send({ ...create, key, signal }))
          if (!reply.success) throw vendorFailure('Runway', 'unreadable')
          return reply.data.id
        },
        look: async (id) =>
          readTask(
            await http.send({ method: 'GET', path: `/v1/tasks/${encodeURIComponent(id)}`, key, signal }),
            call.progress,
          ),
        fetchPicture: (url) => download.fetch({ url, vendor: 'Runway', ownBaseUrl: baseUrl, signal }),
      })
      return {
        bytes: made.bytes,
        seed: request.seed,
        warnings,
        ...(made.requestId === undefined ? {} : { requestId: made.requestId }),
        ...(made.costUsd === undefined ? {} : { costUsd: made.costUsd }),
      }
    },

    async cancel(requestId, { key, signal }) {
      if (requestId === null) return 'Runway may have begun the picture, and may charge for it.'
      await http.send({ method: 'DELETE', path: `/v1/tasks/${encodeURIComponent(requestId)}`, key, signal })
      return null
    },

    checkKey: (key, signal) => http.checkKey({ method: 'GET', path: '/v1/organization', key, signal }),
  }
}

/** An empty account differs from other bad requests by its message alone. */
function explain({ status, text }: VendorRefusal) {
  return status === 400 && /credits/i.test(text) ? ({ kind: 'no-credit' } as const) : null
}
