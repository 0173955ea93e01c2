import { queryClient } from './query-client.ts'

/** Marks the steps of a purse as stale. */
export const refreshPurseSteps = (purseId: string): void =>
  void queryClient.invalidateQueries({ queryKey: ['purse-steps', purseId] })
