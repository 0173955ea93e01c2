import { z } from 'zod'
import type { Finished } from '../request-loop.ts'
import { vendorFailure } from '../vendor-failure.ts'

/** What is answered at once where a request is `async` (developer.ideogram.ai, 'Responses and metadata'). */
const accepted = z.object({ generation_id: z.string().min(1) })

/** What GET /v2/generations/{generation_id} says, as far as it is used. */
const generation = z.object({
  status: z.enum(['pending', 'completed', 'failed']),
  failure_reason: z.string().nullish(),
  usage_cost_usd_micros: z.number().nullish(),
  data: z
    .array(z.object({ url: z.string().nullish(), seed: z.number().nullish(), is_image_safe: z.boolean().nullish() }))
    .nullish(),
})

const unreadable = (error: z.ZodError) =>
  vendorFailure('Ideogram', 'unreadable', { vendorCode: error.message.slice(0, 300) })

/** The id of a request that Ideogram has accepted. @throws ProviderError when there is none. */
export function acceptedId(body: unknown): string {
  const parsed = accepted.safeParse(body)
  if (!parsed.success) throw unreadable(parsed.error)
  return parsed.data.generation_id
}

/**
 * Reads what Ideogram says of a request.
 * @returns null while it works on it.
 */
export function readGeneration(body: unknown): Finished | null {
  const parsed = generation.safeParse(body)
  if (!parsed.success) throw unreadable(parsed.error)
  const { status, failure_reason: reason, data, usage_cost_usd_micros: micros } = parsed.data
  if (status === 'pending') return null
  if (status === 'failed')
    throw vendorFailure('Ideogram', isRefusal(reason ?? '') ? 'refused' : 'failed', {
      request: 'over',
      vendorCode: (reason ?? 'failed').slice(0, 300),
    })
  const picture = data?.[0]
  // A picture that was made and found unsafe is answered as a success, without an address.
  if (picture?.is_image_safe === false)
    throw vendorFailure('Ideogram', 'refused', { request: 'over', vendorCode: 'is_image_safe: false' })
  if (!picture?.url) throw vendorFailure('Ideogram', 'empty', { request: 'over' })
  return {
    url: picture.url,
    ...(typeof picture.seed === 'number' ? { seed: picture.seed } : {}),
    ...(typeof micros === 'number' ? { costUsd: micros / 1_000_000 } : {}),
  }
}

/** Whether a reason of Ideogram's is about what the picture would show. */
export const isRefusal = (reason: string) => /polic|safety|moderat|unsafe/i.test(reason)
