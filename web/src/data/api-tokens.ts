import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** The open API tokens of the user, newest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) => (await api.tokens.list({}, { signal })).items,
  staleTime: 0,
})
