import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

const mostRetries = 2

/** Reads of everything that is not a board, and calls that change something. A read is not repeated where it was refused; where the connection was lost it is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      // Not the default with that mode: what failed for want of a connection is read when there is one.
      refetchOnReconnect: true,
      retry: (failures, error) => failures < mostRetries && !(error instanceof ORPCError && error.status < 500),
    },
    // A call without a connection fails at once and says so; the default would wait for the connection.
    mutations: { networkMode: 'always' },
  },
})
