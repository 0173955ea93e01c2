import { queryOptions } from '@tanstack/react-query'
import type { FirstStepsShape } from '#contract/account.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** How many of the first steps the person has done. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => api.account.firstSteps({}, { signal }),
  // Only this page changes it, or another device of the same minutes.
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Counts that many steps as done, here at once. A call that does not arrive is not repeated: the hint comes back with the
 * next page, and no sooner.
 */
export function finishFirstSteps(done: FirstStepsShape['done']): void {
  queryClient.setQueryData<FirstStepsShape>(firstStepsQuery.queryKey, { done })
  api.account.finishFirstSteps({ done }).catch(() => undefined)
}
