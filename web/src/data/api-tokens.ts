import { queryOptions } from '@tanstack/react-query'
import type { CreatedTokenShape, CreateTokenBody } from '#contract/api-token.ts'
import { api } from './client.ts'
import { queryClient } from './query-client.ts'

/** The open API tokens of the user, newest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: async ({ signal }) => (await api.tokens.list({}, { signal })).items,
  staleTime: 0,
})

const invalidate = () => queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey })

/** Creates a token; its secret is in this result alone. */
export async function createApiToken(body: CreateTokenBody): Promise<CreatedTokenShape> {
  const created = await api.tokens.create(body)
  await invalidate()
  return created
}

/** Changes what a token may spend. */
export async function changeApiTokenBudget(id: string, budget: CreateTokenBody['budget']): Promise<void> {
  await api.tokens.change({ id, budget })
  await invalidate()
}

/** Moves every card that a token asked for to the trash. @returns How many, with what branches from them. */
export const trashMadeByToken = async (id: string): Promise<number> => (await api.tokens.trash({ id })).deleted

/** Ends a token: it is refused at once. */
export async function endApiToken(id: string): Promise<void> {
  await api.tokens.end({ id })
  await invalidate()
}
