import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { UsageShape } from '#contract/credits.ts'
import { api } from './client.ts'

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
