import { z } from 'zod'
import { pictureFrom } from '#server/providers/inline-picture.ts'
import { withoutVersion } from '../base-address.ts'
import { type ImageProvider, ProviderError } from '../provider.ts'
import type { VendorOptions } from '../request-loop.ts'
import type { VendorFailure } from '../vendor-failure.ts'
import { createVendorHttp, type VendorRefusal } from '../vendor-http.ts'
import { readGeminiReply } from './gemini-reply.ts'
import { geminiRequest } from './gemini-request.ts'

/** An error of Google's: a status by name, and details that each say their own kind. */
const errorSchema = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.object({ reason: z.string().optional(), retryDelay: z.string().optional() })).optional(),
  }),
})

/** Google's error codes (google.rpc.Code), where they are more specific than the status of HTTP. */
const kinds: Readonly<Record<string, VendorFailure>> = {
  UNAUTHENTICATED: 'bad-key',
  PERMISSION_DENIED: 'bad-key',
  // The project has no billing, or has used it up.
  FAILED_PRECONDITION: 'no-credit',
  RESOURCE_EXHAUSTED: 'busy',
  DEADLINE_EXCEEDED: 'silent',
}

/** A wrong key is an invalid argument there, and the retry delay is in the body: '30s'. */
function explain({ body }: VendorRefusal): { kind: VendorFailure; retryAfterMs?: number } | null {
  const { status, details = [] } = errorSchema.safeParse(body).data?.error ?? {}
  if (details.some(({ reason }) => reason === 'API_KEY_INVALID')) return { kind: 'bad-key' }
  const kind = kinds[status ?? '']
  if (!kind) return null
  const delay = details.find(({ retryDelay }) => retryDelay)?.retryDelay
  const seconds = Number.parseFloat(delay ?? '')
  return Number.isFinite(seconds) ? { kind, retryAfterMs: seconds * 1_000 } : { kind }
}

/**
 * Google's Gemini image models by the documented HTTP: it takes earlier turns and answers refusals with status 200, both of which
 * the libraries hide. One call makes one picture; nothing can be resumed.
 */
export function createGoogleProvider(settings: VendorOptions): ImageProvider {
  const baseUrl = withoutVersion(settings.baseUrl ?? 'https://generativelanguage.googleapis.com', '/v1beta')
  const http = createVendorHttp({
    vendor: 'Google',
    baseUrl,
    headers: (key) => ({ 'x-goog-api-key': key }),
    explain,
    // The answer comes with the picture; at 4K that takes its time.
    silenceMs: 280_000,
  })
  return {
    name: 'google',
    concurrency: 64,
    opens: 'by-key',
    async generate(request, { key, signal }) {
      const { body, warnings } = await geminiRequest(request)
      const path = `/v1beta/models/${request.model.apiModel}:generateContent`
      const { picture, ...reply } = readGeminiReply(
        await http.sendForAll({ method: 'POST', path, key, signal, json: body }),
      )
      const bytes = await pictureFrom(picture, (url) =>
        settings.download.fetch({ url, vendor: 'Google', ownBaseUrl: baseUrl, signal }),
      )
      // The same seed is not guaranteed to give the same picture.
      return { ...reply, bytes, seed: request.seed, warnings }
    },
    // Closing the connection is all that can be done, and that has happened already.
    cancel: async () => 'Google may still charge for the picture that it had begun.',
    async checkKey(key, signal) {
      try {
        await http.send({ method: 'GET', path: '/v1beta/models?pageSize=1', key, signal })
        return 'accepted'
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        return error.code === 'key' ? 'rejected' : 'unknown'
      }
    },
  }
}
