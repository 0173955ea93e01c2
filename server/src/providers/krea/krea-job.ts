import { z } from 'zod'
import { vendorFailure } from '../vendor-failure.ts'

/**
 * Krea's reply about a job (GET /jobs/{id}; docs.krea.ai/developers/job-lifecycle). Its documents leave open where the error is:
 * beside the result, or within it.
 */
const kreaJob = z.object({
  job_id: z.string().min(1),
  status: z.string(),
  result: z
    .object({
      urls: z.array(z.string()).nullish(),
      error: z.unknown().optional(),
      nsfw: z.boolean().nullish().catch(null),
      ip_detected: z.boolean().nullish().catch(null),
    })
    .nullish(),
  error: z.unknown().optional(),
})

type KreaJob = z.infer<typeof kreaJob>

/** @throws ProviderError when it is no job. */
export function parseJob(body: unknown): KreaJob {
  const parsed = kreaJob.safeParse(body)
  if (!parsed.success) throw vendorFailure('Krea', 'unreadable', { vendorCode: parsed.error.message.slice(0, 300) })
  return parsed.data
}

/** The address of the picture of a job, finished or so far. */
export const urlOf = ({ result }: KreaJob): string | null => result?.urls?.[0] ?? null

/** The address of a finished picture. @returns null while Krea works on it. @throws ProviderError when it has failed. */
export function finishedUrl(job: KreaJob): string | null {
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
