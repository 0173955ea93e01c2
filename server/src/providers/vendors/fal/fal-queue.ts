import { z } from 'zod'
import { firstIssue, listUpTo } from '#server/operations/outside-list.ts'
import type { Finished } from '#server/providers/common/request-loop.ts'
import { type VendorFailure, vendorFailure } from '#server/providers/common/vendor-failure.ts'

/** Pictures of an answer that are read: one is asked for. */
const maxPictures = 100

// fal's queue (fal.ai/docs, 'Inference API'; @fal-ai/client 1.10.1, types/common). Its addresses are used as it gives them.

const submitted = z.object({
  request_id: z.string().min(1),
  status_url: z.url(),
  response_url: z.url(),
  cancel_url: z.url(),
})

/** The paths of a request: of its result, its status and its cancellation. */
export type FalPaths = { readonly result: string; readonly status: string; readonly cancel: string }

/**
 * The paths of an accepted request, as one text to be remembered: the next worker must find them without asking again. Addresses of
 * another origin are refused, since the key goes there.
 */
export function rememberedPaths(body: unknown, origin: string, vendor: string): string {
  const parsed = submitted.safeParse(body)
  if (!parsed.success) throw vendorFailure(vendor, 'unreadable', { vendorCode: firstIssue(parsed.error) })
  const { response_url, status_url, cancel_url } = parsed.data
  return [response_url, status_url, cancel_url]
    .map((address) => {
      const url = new URL(address)
      if (url.origin !== origin) throw vendorFailure(vendor, 'unsafe')
      return url.pathname
    })
    .join(' ')
}

/** The paths in a remembered text. */
export function pathsIn(remembered: string): FalPaths {
  const [result = '', status = `${result}/status`, cancel = `${result}/cancel`] = remembered.split(' ')
  return { result, status, cancel }
}

const statusSchema = z.object({ status: z.string(), error: z.unknown().optional(), error_type: z.string().nullish() })

/** Whether a request is finished, by the reply about its status. @throws ProviderError where it failed. */
export function isFinished(body: unknown, vendor: string): boolean {
  const parsed = statusSchema.safeParse(body)
  if (!parsed.success) throw vendorFailure(vendor, 'unreadable', { vendorCode: firstIssue(parsed.error) })
  const { status, error, error_type: type } = parsed.data
  if (error !== undefined && error !== null && status === 'COMPLETED')
    throw vendorFailure(vendor, failureOfText(`${type ?? ''} ${JSON.stringify(error)}`), {
      request: 'over',
      vendorCode: `${type ?? ''} ${JSON.stringify(error)}`.slice(0, 300),
    })
  // 'IN_QUEUE', 'IN_PROGRESS', or an unknown state: in progress.
  return status === 'COMPLETED'
}

const file = z.union([z.object({ url: z.string() }).transform(({ url }) => url), z.string()])
const resultSchema = z.object({
  images: listUpTo(maxPictures, file).nullish(),
  image: file.nullish(),
  seed: z.number().nullish().catch(null),
  has_nsfw_concepts: listUpTo(maxPictures, z.boolean()).nullish().catch(null),
})

/** Reads the result: a list of pictures, or one. */
export function finishedOf(body: unknown, vendor: string): Finished {
  const parsed = resultSchema.safeParse(body)
  if (!parsed.success) throw vendorFailure(vendor, 'unreadable', { vendorCode: firstIssue(parsed.error) })
  const { images, image, seed, has_nsfw_concepts: unsafe } = parsed.data
  // Such a picture is delivered black.
  if (unsafe?.[0]) throw vendorFailure(vendor, 'refused', { request: 'over', vendorCode: 'has_nsfw_concepts' })
  const url = images?.[0] ?? image
  if (!url) throw vendorFailure(vendor, 'empty', { request: 'over' })
  return { url, ...(typeof seed === 'number' && Number.isSafeInteger(seed) && { seed }) }
}

/** fal names the kind of a failure in its text: 'content_policy_violation' (fal.ai/docs, 'Errors'). */
export function failureOfText(text: string): VendorFailure {
  if (/content_policy|policy_violation|nsfw|safety|moderat/i.test(text)) return 'refused'
  return /image_load_error|file_download_error|image_too_(small|large)|unsupported/i.test(text) ? 'invalid' : 'failed'
}
