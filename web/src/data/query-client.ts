import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

const mostRetries = 2

/** Reads of everything that is not a board. A refusal is not tried again; a lost connection is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      // Not the default with that mode: what failed for want of a connection is read when there is one.
      refetchOnReconnect: true,
      retry: (failures, error) => failures < mostRetries && !(error instanceof ORPCError && error.status < 500),
    },
  },
})
