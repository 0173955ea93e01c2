import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** So many are offered beside an upload: two rows. */
const count = 12

/** The finished images made last, newest first. */
export const recentAssetsQuery = queryOptions({
  queryKey: ['recent-assets'],
  queryFn: async ({ signal }) => (await api.assets.list({}, { signal })).items.slice(0, count),
  staleTime: 5_000,
})
