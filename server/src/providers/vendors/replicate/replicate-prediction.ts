import { z } from 'zod'
import { firstIssue } from '#server/operations/outside-list.ts'
import type { Finished } from '#server/providers/common/request-loop.ts'
import { type VendorFailure, vendorFailure } from '#server/providers/common/vendor-failure.ts'
import type { Progress } from '#server/providers/provider.ts'

/** The used parts of a prediction; its states are those of the `replicate` package's Prediction. */
const prediction = z.object({
  id: z.string().min(1),
  status: z.string(),
  output: z.union([z.string(), z.array(z.string())]).nullish(),
  error: z.unknown().optional(),
  logs: z.string().nullish().catch(null),
})

/** @throws ProviderError when it is no prediction. */
export function parsePrediction(body: unknown): z.infer<typeof prediction> {
  const parsed = prediction.safeParse(body)
  if (!parsed.success) throw vendorFailure('Replicate', 'unreadable', { vendorCode: firstIssue(parsed.error) })
  return parsed.data
}

/** Parses the state of a prediction. @returns null while it is in progress. */
export function readPrediction(body: unknown, report: (progress: Progress) => void): Finished | null {
  const { status, output, error, logs } = parsePrediction(body)
  switch (status) {
    case 'succeeded': {
      const url = typeof output === 'string' ? output : output?.[0]
      if (!url) throw vendorFailure('Replicate', 'empty', { request: 'over' })
      return { url }
    }
    case 'failed': {
      const message = typeof error === 'string' ? error : JSON.stringify(error ?? '')
      throw vendorFailure('Replicate', failureOfMessage(message), {
        request: 'over',
        vendorCode: message.slice(0, 300),
      })
    }
    case 'canceled':
    case 'aborted':
      throw vendorFailure('Replicate', 'cancelled', { request: 'over', vendorCode: status })
    default: {
      // 'starting', 'processing', or an unknown state: in progress.
      const fraction = fractionInLogs(logs ?? '')
      if (fraction !== null) report({ fraction, preview: null })
      return null
    }
  }
}

/** The last line of a progress bar in the logs, as the models print it (`45%|####      | 13/28`). */
export function fractionInLogs(logs: string): number | null {
  const last = [...logs.matchAll(/(\d{1,3})%\|/g)].at(-1)?.[1]
  return last === undefined ? null : Math.min(1, Number(last) / 100)
}

/**
 * The models refuse by messages alone: 'NSFW content detected', 'flagged as sensitive (E005)'. E006 is an input that the model
 * can not use (replicate.com/docs/reference/error-codes).
 */
function failureOfMessage(message: string): VendorFailure {
  if (/nsfw|sensitive|safety|moderat|content polic|E005/i.test(message)) return 'refused'
  if (/E006|invalid input/i.test(message)) return 'invalid'
  return 'failed'
}
