import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

const maxRetries = 2

/**
 * Reads of everything except boards, and calls that change something. A refused read is not repeated; one that lost its
 * connection is.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      // Not the default with that mode: a read that failed without a connection is repeated when there is one.
      refetchOnReconnect: true,
      retry: (failures, error) => failures < maxRetries && !(error instanceof ORPCError && error.status < 500),
    },
    // A call without a connection fails at once; the default would wait for the connection.
    mutations: { networkMode: 'always' },
  },
})
