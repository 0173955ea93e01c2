import { queryOptions } from '@tanstack/react-query'
import type { CreatedTokenShape } from '#contract/api-token.ts'
import type { ChangePurseBody, CreatePurseBody, PurseShape } from '#contract/purse.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** What was done in a purse, newest first; read again when its event arrives. */
export const purseStepsQuery = (purseId: string) =>
  queryOptions({
    queryKey: ['purse-steps', purseId],
    queryFn: async ({ signal }) => (await api.purses.steps({ id: purseId }, { signal })).items,
    staleTime: 0,
  })

/** Marks the steps of a purse as stale. */
export const refreshPurseSteps = (purseId: string): void =>
  void queryClient.invalidateQueries({ queryKey: ['purse-steps', purseId] })

/** Puts credits into an area of a canvas. Its event shows it on every page. */
export const createPurse = (body: CreatePurseBody): Promise<PurseShape> => api.purses.create(body)

/** Raises, moves, renames, pauses, opens or ends a purse. */
export const changePurse = (body: ChangePurseBody): Promise<PurseShape> => api.purses.change(body)

/** Removes a purse; what was made in it stays. */
export async function removePurse(id: string): Promise<void> {
  await api.purses.remove({ id })
}

/** Creates the token of a purse and ends an earlier one; its secret is in this result alone. */
export async function makePurseToken(id: string, name: string): Promise<CreatedTokenShape> {
  const made = await api.purses.makeToken({ id, name })
  await queryClient.invalidateQueries({ queryKey: ['api-tokens'] })
  return made
}
