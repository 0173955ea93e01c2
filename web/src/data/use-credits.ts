import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

/** What the person can spend and has used; null where the operator has switched credits off, undefined until it is known. */
export const useCredits = () => useQuery(creditsQuery, queryClient).data
