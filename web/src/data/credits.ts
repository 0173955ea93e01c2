import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { UsageShape } from '#contract/money/credits.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import { hasErrorCode } from './http/api-error.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'

/** The user's credits; null where the operator has switched them off. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) =>
    api.credits.get({}, { signal }).catch((error: unknown) => {
      if (hasErrorCode(error, 'not-found')) return null
      throw error
    }),
})

/**
 * The user's available and used credits; null where the operator has switched them off, undefined until they are
 * loaded.
 */
export const useCredits = () => useQuery(creditsQuery, queryClient).data

/** The cost of images, by day, model, project or token; read again whenever it is shown. */
export const usageQuery = (by: UsageShape['by']) =>
  queryOptions({
    queryKey: ['usage', by],
    queryFn: async ({ signal }) => (await api.credits.usage({ by }, { signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Every entry of the ledger, newest first, page by page. */
export const ledgerQuery = infiniteQueryOptions({
  queryKey: ['ledger'],
  queryFn: ({ pageParam, signal }) =>
    api.credits.ledger({ ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 0,
})

/** The address of all entries as CSV. */
export const usageCsvAddress = '/api/credits/usage?format=csv'

/** The user's plan and its history. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api.billing.get({}, { signal }),
  staleTime: 0,
})

/** Reads the address of the checkout of a plan: our own page, or that of a payment service. */
export const checkoutAddress = async (plan: PlanName): Promise<string> => (await api.billing.checkout({ plan })).url

/** Reads the address of the page to manage the subscription: ours, or that of a payment service. */
export const portalAddress = async (): Promise<string> => (await api.billing.portal()).url

/** Changes the plan on a server without a payment service. */
export async function changePlan(plan: PlanName): Promise<void> {
  queryClient.setQueryData(billingQuery.queryKey, await api.billing.changePlan({ plan }))
  await queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey })
}
