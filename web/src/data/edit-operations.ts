import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** What can be done to an image, by whom, and at what price. */
export const editOperationsQuery = queryOptions({
  queryKey: ['edit-operations'],
  queryFn: ({ signal }) => api.editOperations.list({}, { signal }),
  select: (list) => list.items,
  staleTime: 60_000,
})
