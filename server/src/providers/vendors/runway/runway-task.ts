import { z } from 'zod'
import type { Finished } from '#server/providers/common/request-loop.ts'
import { type VendorFailure, vendorFailure } from '#server/providers/common/vendor-failure.ts'
import type { Progress } from '#server/providers/provider.ts'

/** A credit of Runway's is one US cent (docs.dev.runwayml.com, 'Pricing'). */
const dollarsPerCredit = 0.01

const cost = z.object({ credits: z.number() })

/** The used parts of a task; its states are those of @runwayml/sdk's TaskRetrieveResponse. */
const taskSchema = z.object({
  status: z.string(),
  progress: z.number().nullish().catch(null),
  output: z.union([z.string(), z.array(z.string())]).nullish(),
  cost: cost.nullish().catch(null),
  failure: z.string().nullish().catch(null),
  failureCode: z.string().nullish().catch(null),
})

export const createdTask = z.object({ id: z.string().min(1) })

/** Parses the state of a task. @returns null while it is in progress. */
export function readTask(body: unknown, report: (progress: Progress) => void): Finished | null {
  const parsed = taskSchema.safeParse(body)
  if (!parsed.success) throw vendorFailure('Runway', 'unreadable', { vendorCode: String(parsed.error).slice(0, 300) })
  const task = parsed.data
  switch (task.status) {
    case 'RUNNING':
      if (typeof task.progress === 'number')
        report({ fraction: Math.min(1, Math.max(0, task.progress)), preview: null })
      return null
    case 'SUCCEEDED': {
      const url = typeof task.output === 'string' ? task.output : task.output?.[0]
      if (!url) throw vendorFailure('Runway', 'empty', { request: 'over' })
      return { url, ...(task.cost ? { costUsd: task.cost.credits * dollarsPerCredit } : {}) }
    }
    case 'FAILED':
      throw vendorFailure('Runway', failureOfCode(task.failureCode ?? ''), {
        request: 'over',
        vendorCode: task.failureCode ?? (task.failure ?? '').slice(0, 300),
      })
    case 'CANCELLED':
      throw vendorFailure('Runway', 'cancelled', { request: 'over' })
    default:
      // 'PENDING', 'THROTTLED', or an unknown state: in progress.
      return null
  }
}

/** See docs.dev.runwayml.com, 'Handle task failures'. */
function failureOfCode(code: string): VendorFailure {
  if (/SAFETY/.test(code)) return 'refused'
  if (/^(ASSET|INPUT)/.test(code) && !/INTERNAL/.test(code)) return 'invalid'
  return 'failed'
}
