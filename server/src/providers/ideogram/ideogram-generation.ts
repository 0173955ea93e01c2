import { z } from 'zod'
import type { Finished } from '../request-loop.ts'
import { vendorFailure } from '../vendor-failure.ts'

/**
 * What is answered at once where a request is `async` (developer.ideogram.ai, 'Responses and metadata'). Version 1 and proxies
 * before it know no `async`, and answer with the pictures.
 */
const accepted = z.object({ generation_id: z.string().min(1) })

/** What GET /v2/generations/{generation_id} says, as far as it is used. */
const generation = z.object({
  status: z.string(),
  failure_reason: z.string().nullish(),
  // A picture that was paid for is not lost over a number.
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

/** The id of a request that Ideogram has accepted, or what it has made of it. @throws ProviderError when there is neither. */
export function readAccepted(body: unknown): string | Finished {
  const parsed = accepted.safeParse(body)
  if (parsed.success) return parsed.data.generation_id
  const made = generation.omit({ status: true }).required({ data: true }).safeParse(body)
  if (made.success && made.data.data !== null) return finishedOf(made.data)
  throw unreadable(parsed.error)
}

/**
 * Reads what Ideogram says of a request.
 * @returns null while it works on it.
 */
export function readGeneration(body: unknown): Finished | null {
  const parsed = generation.safeParse(body)
  if (!parsed.success) throw unreadable(parsed.error)
  const { status, failure_reason: reason } = parsed.data
  if (status === 'failed')
    throw vendorFailure('Ideogram', isRefusal(reason ?? '') ? 'refused' : 'failed', {
      request: 'over',
      vendorCode: (reason ?? 'failed').slice(0, 300),
    })
  // A state that is not known is one on the way.
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

/** Whether a reason of Ideogram's is about what the picture would show. */
export const isRefusal = (reason: string) => /polic|safety|moderat|unsafe/i.test(reason)
