import { queryOptions } from '@tanstack/react-query'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { ChangePurseBody, CreatePurseBody, PurseShape } from '#contract/programs/purse.ts'
import { withPassword } from './account/confirm-password.ts'
import { api } from './http/client.ts'
import { queryClient } from './http/query-client.ts'
import { withRequestId } from './http/request-ids.ts'
import { apiTokensQuery } from './programs.ts'

/** The steps in a purse, newest first; read again when its event arrives. */
export const purseStepsQuery = (purseId: string) =>
  queryOptions({
    queryKey: ['purse-steps', purseId],
    queryFn: async ({ signal }) => (await api.purses.steps({ id: purseId }, { signal })).items,
    staleTime: 0,
  })

/** Marks the steps of a purse as stale. */
export const refreshPurseSteps = (purseId: string): void =>
  void queryClient.invalidateQueries({ queryKey: purseStepsQuery(purseId).queryKey })

/** Puts credits into an area of a canvas. Its event shows it on every page. */
export const createPurse = (body: CreatePurseBody): Promise<PurseShape> =>
  withRequestId({ request: body }, (request, purseId) => api.purses.create({ ...request, purseId }))

/** Raises, moves, renames, pauses, opens or ends a purse. */
export const changePurse = (body: ChangePurseBody): Promise<PurseShape> => api.purses.change(body)

/** Creates the token of a purse and ends an earlier one; its secret is in this result alone. */
export async function makePurseToken(id: string, name: string): Promise<CreatedTokenShape> {
  try {
    return await withRequestId({ request: { id, name } }, (request, idempotencyKey) =>
      withPassword(() => api.purses.makeToken(request, { context: { idempotencyKey } })),
    )
  } finally {
    await queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey })
  }
}
