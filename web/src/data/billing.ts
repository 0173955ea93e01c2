import { queryOptions } from '@tanstack/react-query'
import type { PlanName } from '#domain/credits/plan.ts'
import { api } from './client.ts'
import { creditsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

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
