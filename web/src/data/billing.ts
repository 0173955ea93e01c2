import { queryOptions } from '@tanstack/react-query'
import type { PlanName } from '#domain/credits/plan.ts'
import { api } from './client.ts'
import { creditsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

/** The person's plan and what has happened to it. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api.billing.get({}, { signal }),
  staleTime: 0,
})

/** Reads the address of the checkout of a plan: our own page, or that of a payment service. */
export const checkoutAddress = async (plan: PlanName): Promise<string> => (await api.billing.checkout({ plan })).url

/** Where the person manages the subscription: the address of a page, of ours or of a payment service. */
export const portalAddress = async (): Promise<string> => (await api.billing.portal()).url

/** Changes the plan where this server keeps it and takes no payment. */
export async function changePlan(plan: PlanName): Promise<void> {
  queryClient.setQueryData(billingQuery.queryKey, await api.billing.changePlan({ plan }))
  await queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey })
}
