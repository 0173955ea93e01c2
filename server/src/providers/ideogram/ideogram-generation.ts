import { z } from 'zod'
import type { Finished } from '../request-loop.ts'
import { vendorFailure } from '../vendor-failure.ts'

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
export function readAccepted(body: unknown): string | Finished {
  const parsed = accepted.safeParse(body)
  if (parsed.success) return parsed.data.generation_id
  const made = generation.omit({ status: true }).required({ data: true }).safeParse(body)
  if (made.success && made.data.data !== null) return finishedOf(made.data)
  throw unreadable(parsed.error)
}

/** Parses the state of a request. @returns null while it is in progress. */
export function readGeneration(body: unknown): Finished | null {
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
export const isRefusal = (reason: string) => /polic|safety|moderat|unsafe/i.test(reason)
